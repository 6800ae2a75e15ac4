import { address, infix, prefix, suffix } from './token-patterns.ts';

/** A token: its place in the text, and the spaces behind it. */
export type Token = { readonly text: string; readonly at: number; readonly space: string };

const longestException = 8;

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
      parts.forEach((part, place) => {
        const end = at + part.length;
        const space = place === parts.length - 1 && end < text.length ? ' ' : '';
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
    for (let size = -1; rest !== '' && rest.length !== size; ) {
      if (this.#exceptions.has(rest)) break;
      size = rest.length;
      const first = prefix.exec(rest)?.[0] ?? '';
      if (first !== '') {
        const without = rest.slice(first.length);
        if (this.#exceptions.has(without)) {
          front.push(first);
          rest = without;
          break;
        }
      }
      const last = suffix.exec(rest)?.[0] ?? '';
      if (last !== '') {
        const without = rest.slice(0, rest.length - last.length);
        if (this.#exceptions.has(without)) {
          back.push(last);
          rest = without;
          break;
        }
      }
      if (first !== '' && last !== '' && first.length + last.length <= rest.length) {
        front.push(first);
        back.push(last);
        rest = rest.slice(first.length, rest.length - last.length);
      } else if (first !== '') {
        front.push(first);
        rest = rest.slice(first.length);
      } else if (last !== '') {
        back.push(last);
        rest = rest.slice(0, rest.length - last.length);
      }
    }
    return this.#rejoin([...front, ...this.#inside(rest), ...back.reverse()]);
  }

  #inside(rest: string): string[] {
    if (rest === '') return [];
    const exception = this.#exceptions.get(rest);
    if (exception !== undefined) return [...exception];
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
      let count = Math.min(longestException, parts.length - at);
      while (count > 1 && !this.#exceptions.has(parts.slice(at, at + count).join(''))) count -= 1;
      const text = parts.slice(at, at + count).join('');
      joined.push(...(count > 1 ? (this.#exceptions.get(text) ?? [text]) : [text]));
      at += count;
    }
    return joined;
  }
}
