import { breakMs } from './breaks.ts';
import { ElementStack } from './element-stack.ts';
import { boundaryLevel, indivisibleNames, isStylingName } from './names.ts';
import { isPlain } from './read-markup.ts';
import { MarkupScanner } from './scanner.ts';
import { isOneSentence, SentenceEnds } from './sentence-ends.ts';
import type { OpenToken, Token } from './tokens.ts';

export interface SentenceCutter {
  /** Takes the next piece of a text and gives the sentences that are complete now. */
  push(piece: string): string[];
  /** Gives what is left, and is ready for another text. */
  flush(): string[];
}

/** Cuts a text that is still being written into sentences. Joined again, they are the text, unchanged. */
export function createSentenceCutter(): SentenceCutter {
  const scanner = new MarkupScanner();
  let finder = new SentenceFinder(cutAt);
  let sentences: string[] = [];
  let held = '';
  let heldFrom = 0;

  function cutAt(place: number): void {
    sentences.push(held.slice(0, place - heldFrom));
    held = held.slice(place - heldFrom);
    heldFrom = place;
  }

  function take(tokens: readonly Token[]): string[] {
    for (const token of tokens) {
      const start = heldFrom + held.length;
      held += token.raw;
      finder.take(token, start);
    }
    const complete = sentences;
    sentences = [];
    return complete;
  }

  return {
    push: (piece) => take(scanner.push(piece)),
    flush() {
      const last = take(scanner.finish());
      if (held !== '') last.push(held);
      held = '';
      heldFrom = 0;
      finder = new SentenceFinder(cutAt);
      return last;
    },
  };
}

export function cutSentences(text: string): string[] {
  if (isPlain(text)) return cutPlain(text);
  const cutter = createSentenceCutter();
  return [...cutter.push(text), ...cutter.flush()];
}

function cutPlain(text: string): string[] {
  if (isOneSentence(text)) return text === '' ? [] : [text];
  const sentences: string[] = [];
  let from = 0;
  const ends = new SentenceEnds((place) => {
    sentences.push(text.slice(from, place));
    from = place;
  });
  for (let at = 0; at < text.length; at += 1) ends.character(text.charAt(at), at, at + 1);
  if (from < text.length) sentences.push(text.slice(from));
  return sentences;
}

/** Tells the search for sentence ends what the markup means to it. */
class SentenceFinder {
  readonly #ends: SentenceEnds;
  readonly #elements = new ElementStack<true>();

  constructor(onEnd: (place: number) => void) {
    this.#ends = new SentenceEnds(onEnd);
  }

  take(token: Token, start: number): void {
    switch (token.kind) {
      case 'text':
        for (let index = 0; index < token.raw.length; index += 1) {
          this.#ends.character(token.raw.charAt(index), start + index, start + index + 1);
        }
        break;
      case 'entity':
        this.#ends.character(token.text, start, start + token.raw.length);
        break;
      case 'cdata':
        this.#ends.block(token.text.length);
        break;
      case 'open':
        this.#open(token, start);
        break;
      case 'close':
        this.#elements.close(token.name);
        this.#noteWhole();
        if (boundaryLevel(token.name) !== undefined) this.#ends.boundary(start + token.raw.length);
        break;
      case 'skipped':
    }
  }

  #open({ name, raw, selfClosing }: OpenToken, start: number): void {
    const lasts = name === 'break' && breakMs(raw) > 0;
    if (lasts || boundaryLevel(name) !== undefined) this.#ends.boundary(start);
    else this.#ends.opening(start);
    if (!isStylingName(name) || selfClosing) return;
    this.#elements.open(name, true);
    this.#noteWhole();
  }

  #noteWhole(): void {
    this.#ends.isInsideWhole = indivisibleNames.some((name) => this.#elements.has(name));
  }
}
