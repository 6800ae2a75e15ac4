import { maxSpokenMessageBytes, sanitizeText } from '@parley/protocol';

/** No UTF-16 unit takes more than three bytes in UTF-8, so most replies need no counting. */
export function isTooLong(text: string): boolean {
  return text.length * 3 > maxSpokenMessageBytes && Buffer.byteLength(text) > maxSpokenMessageBytes;
}

export function cleanReply(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : sanitizeText(text);
}

/** A reply that comes in pieces, with the same limit as a whole reply. */
export class ReplyText {
  #bytes = 0;
  #half = '';

  /** The part that can be spoken now, or null if the reply has become too long. */
  add(piece: string): string | null {
    let text = this.#half + piece;
    this.#half = '';
    // Servers that cut by UTF-16 units split an emoji between two pieces.
    if (isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.#half = text.slice(-1);
      text = text.slice(0, -1);
    }
    text = cleanReply(text);
    this.#bytes += Buffer.byteLength(text);
    return this.#bytes > maxSpokenMessageBytes ? null : text;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
