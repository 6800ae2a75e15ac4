/** Returns the replacement of a match, or null to keep it. `groups` are its capture groups, '' for an unused one. */
export type Rewrite = (groups: readonly string[], at: number, text: string) => string | null;

/** A reading rule: a pattern, and the text that replaces a match. The pattern has the flag `g`. */
export type Rule = { readonly pattern: RegExp; readonly rewrite: Rewrite };

/** Text that rules rewrite step by step. Each character keeps the position of the original text that it stands for. */
export class MappedText {
  readonly text: string;
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;

  constructor(text: string, from?: Uint32Array, to?: Uint32Array) {
    this.text = text;
    this.#from = from ?? Uint32Array.from({ length: text.length }, (_, index) => index);
    this.#to = to ?? Uint32Array.from({ length: text.length }, (_, index) => index + 1);
  }

  apply({ pattern, rewrite }: Rule): MappedText {
    const pieces: { readonly text: string; readonly start: number; readonly end: number }[] = [];
    let length = this.text.length;
    for (const match of this.text.matchAll(pattern)) {
      const groups = match.map((group: string | undefined) => group ?? '');
      const text = rewrite(groups, match.index, this.text);
      if (text === null) continue;
      pieces.push({ text, start: match.index, end: match.index + match[0].length });
      length += text.length - match[0].length;
    }
    return pieces.length === 0 ? this : this.#rebuilt(pieces, length);
  }

  /** The part of the original text that a part of this text comes from. */
  sourceOf(start: number, end: number): { readonly from: number; readonly to: number } {
    let from = Number.POSITIVE_INFINITY;
    let to = 0;
    for (let index = start; index < end; index += 1) {
      from = Math.min(from, this.#from[index] ?? 0);
      to = Math.max(to, this.#to[index] ?? 0);
    }
    return to === 0 ? { from: 0, to: 0 } : { from, to };
  }

  #rebuilt(
    pieces: readonly { readonly text: string; readonly start: number; readonly end: number }[],
    length: number,
  ): MappedText {
    const from = new Uint32Array(length);
    const to = new Uint32Array(length);
    let text = '';
    let read = 0;
    const keep = (end: number) => {
      from.set(this.#from.subarray(read, end), text.length);
      to.set(this.#to.subarray(read, end), text.length);
      text += this.text.slice(read, end);
    };
    for (const piece of pieces) {
      keep(piece.start);
      const source = this.sourceOf(piece.start, piece.end);
      from.fill(source.from, text.length, text.length + piece.text.length);
      to.fill(source.to, text.length, text.length + piece.text.length);
      text += piece.text;
      read = piece.end;
    }
    keep(this.text.length);
    return new MappedText(text, from, to);
  }
}
