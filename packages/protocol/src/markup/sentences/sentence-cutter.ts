import { ElementStack } from '../reading/element-stack.ts';
import { boundaryLevel, indivisibleNames, isStylingName } from '../reading/names.ts';
import { MarkupScanner } from '../reading/scanner.ts';
import type { OpenToken, Token } from '../reading/tokens.ts';
import { breakMs } from '../speech/pauses.ts';
import { isPlain } from '../speech/read-markup.ts';
import { isOneSentence, SentenceEndDetector } from './sentence-end-detector.ts';

export interface SentenceCutter {
  /** Takes the next piece of a text and returns the sentences that are now complete. */
  push(piece: string): string[];
  /** Returns the rest. Afterwards the cutter is ready for another text. */
  flush(): string[];
}

/** Cuts a text that is still arriving into sentences. Joined, the sentences are the text, unchanged. */
export function createSentenceCutter(): SentenceCutter {
  const scanner = new MarkupScanner();
  let reader = new TokenReader(cutAt);
  let sentences: string[] = [];
  let buffer = '';
  let bufferStart = 0;

  function cutAt(position: number): void {
    sentences.push(buffer.slice(0, position - bufferStart));
    buffer = buffer.slice(position - bufferStart);
    bufferStart = position;
  }

  function take(tokens: readonly Token[]): string[] {
    for (const token of tokens) {
      const start = bufferStart + buffer.length;
      buffer += token.raw;
      reader.take(token, start);
    }
    const complete = sentences;
    sentences = [];
    return complete;
  }

  return {
    push: (piece) => take(scanner.push(piece)),
    flush() {
      const last = take(scanner.finish());
      if (buffer !== '') last.push(buffer);
      buffer = '';
      bufferStart = 0;
      reader = new TokenReader(cutAt);
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
  const detector = new SentenceEndDetector((position) => {
    sentences.push(text.slice(from, position));
    from = position;
  });
  for (let at = 0; at < text.length; at += 1) detector.character(text.charAt(at), at, at + 1);
  if (from < text.length) sentences.push(text.slice(from));
  return sentences;
}

/** Reads tokens and tells the detector where the markup itself ends a sentence. */
class TokenReader {
  readonly #detector: SentenceEndDetector;
  readonly #elements = new ElementStack<true>();

  constructor(onEnd: (position: number) => void) {
    this.#detector = new SentenceEndDetector(onEnd);
  }

  take(token: Token, start: number): void {
    switch (token.kind) {
      case 'text':
        for (let index = 0; index < token.raw.length; index += 1) {
          this.#detector.character(token.raw.charAt(index), start + index, start + index + 1);
        }
        break;
      case 'entity':
        this.#detector.character(token.text, start, start + token.raw.length);
        break;
      case 'cdata':
        this.#detector.block(token.text.length);
        break;
      case 'open':
        this.#open(token, start);
        break;
      case 'close':
        this.#elements.close(token.name);
        this.#updateIndivisible();
        if (boundaryLevel(token.name) !== undefined) this.#detector.boundary(start + token.raw.length);
        break;
      case 'skipped':
    }
  }

  #open({ name, raw, selfClosing }: OpenToken, start: number): void {
    const cuts = name === 'svc-pause' || name === 'svc-language' || (name === 'break' && breakMs(raw) > 0);
    if (cuts || boundaryLevel(name) !== undefined) this.#detector.boundary(start);
    else this.#detector.opening(start);
    if (!isStylingName(name) || selfClosing) return;
    this.#elements.open(name, true);
    this.#updateIndivisible();
  }

  #updateIndivisible(): void {
    this.#detector.isInsideIndivisible = indivisibleNames.some((name) => this.#elements.has(name));
  }
}
