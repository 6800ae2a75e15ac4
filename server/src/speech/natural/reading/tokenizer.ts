import { address, infix, prefix, suffix } from './token-patterns.ts';

/** A token: its position in the text, and the spaces after it. */
export type Token = { readonly text: string; readonly at: number; readonly space: string };

const longestException = 20;
const maxPartsOfException = 8;
/** How far `suffix` can look back. Searching the whole piece for each mark would take quadratic time. */
const suffixWindow = 16;

/** Splits text into words and punctuation marks. `exceptions` says how certain pieces are split, such as "don't". */
export class Tokenizer {
  readonly #exceptions: ReadonlyMap<string, readonly string[]>;

  constructor(exceptions: Readonly<Record<string, readonly string[]>>) {
    this.#exceptions = new Map(Object.entries(exceptions));
  }

  tokenize(text: string): Token[] {
    const tokens: Token[] = [];
    for (const { 0: piece, index } of text.matchAll(/\S+/g)) {
      let at = index;
      const parts = this.#split(piece);
      parts.forEach((part, position) => {
        const end = at + part.length;
        const space = position === parts.length - 1 && end < text.length ? ' ' : '';
        tokens.push({ text: part, at, space });
        at = end;
      });
    }
    return tokens;
  }

  #split(piece: string): string[] {
    const front: string[] = [];
    const back: string[] = [];
    let rest = piece;
    for (;;) {
      if (this.#isException(rest)) break;
      const first = prefix.exec(rest)?.[0] ?? '';
      if (first !== '' && this.#isException(rest.slice(first.length))) {
        front.push(first);
        rest = rest.slice(first.length);
        break;
      }
      const last = lastMark(rest);
      if (last !== '' && this.#isException(rest.slice(0, rest.length - last.length))) {
        back.push(last);
        rest = rest.slice(0, rest.length - last.length);
        break;
      }
      if (first === '' && last === '') break;
      const overlaps = first.length + last.length > rest.length;
      if (first !== '') front.push(first);
      if (last !== '' && !(first !== '' && overlaps)) back.push(last);
      rest = rest.slice(first.length, first !== '' && overlaps ? undefined : rest.length - last.length);
    }
    return this.#rejoin([...front, ...this.#inside(rest), ...back.reverse()]);
  }

  #isException(text: string): boolean {
    return text.length <= longestException && this.#exceptions.has(text);
  }

  #inside(rest: string): string[] {
    if (rest === '') return [];
    if (this.#isException(rest)) return [...(this.#exceptions.get(rest) ?? [])];
    if (address.test(rest)) return [rest];
    const parts: string[] = [];
    let from = 0;
    for (const { 0: mark, index } of rest.matchAll(infix)) {
      if (index > from) parts.push(rest.slice(from, index));
      parts.push(mark);
      from = index + mark.length;
    }
    if (from < rest.length) parts.push(rest.slice(from));
    return parts;
  }

  /** Joins parts that are an exception only together, such as ":" and ")". */
  #rejoin(parts: readonly string[]): string[] {
    const joined: string[] = [];
    for (let at = 0; at < parts.length; ) {
      let count = Math.min(maxPartsOfException, parts.length - at);
      while (count > 1 && !this.#isException(parts.slice(at, at + count).join(''))) count -= 1;
      const text = parts.slice(at, at + count).join('');
      joined.push(...(count > 1 ? (this.#exceptions.get(text) ?? [text]) : [text]));
      at += count;
    }
    return joined;
  }
}

function lastMark(text: string): string {
  let dots = text.length;
  while (text[dots - 1] === '.') dots -= 1;
  if (text.length - dots > 1) return text.slice(dots);
  return suffix.exec(text.slice(-suffixWindow))?.[0] ?? '';
}
