import type { Construct, DelimitedKind } from './construct.ts';
import { Entity, TagStart } from './constructs.ts';
import type { Token } from './tokens.ts';

const [lessThan, ampersand] = [60, 38];

/**
 * Reads markup that arrives in pieces split anywhere. It reads each character once. If a comment, CDATA section or
 * quote turns out to have no end, it reads the rest again, at most once per kind, so the work stays linear.
 */
export class MarkupScanner {
  #open: Construct | undefined;
  #pending = '';
  #tokens: Token[] = [];
  #unterminated = new Set<DelimitedKind>();

  push(piece: string): Token[] {
    this.#feed(piece);
    return this.#take();
  }

  /** True if the text so far ends inside a tag, a comment or the like. */
  get isWithinMarkup(): boolean {
    return this.#open !== undefined;
  }

  finish(): Token[] {
    while (this.#open !== undefined) {
      const construct = this.#open;
      const rest = this.#pending;
      this.#pending = '';
      this.#open = undefined;
      if (construct.delimitedKind === undefined) {
        this.#cutOff(construct, rest);
      } else {
        this.#unterminated.add(construct.delimitedKind);
        this.#feed(rest);
      }
    }
    this.#unterminated.clear();
    return this.#take();
  }

  #take(): Token[] {
    const tokens = this.#tokens;
    this.#tokens = [];
    return tokens;
  }

  #addText(raw: string): void {
    if (raw !== '') this.#tokens.push({ kind: 'text', raw });
  }

  #feed(piece: string): void {
    let from = 0;
    let at = 0;
    const takeRaw = (): string => {
      const raw = this.#pending + piece.slice(from, at);
      this.#pending = '';
      from = at;
      return raw;
    };
    while (at < piece.length) {
      const code = piece.charCodeAt(at);
      const construct = this.#open;
      if (construct === undefined) {
        if (code === lessThan || code === ampersand) {
          this.#addText(takeRaw());
          this.#open = code === lessThan ? new TagStart(this.#unterminated) : new Entity();
        }
        at += 1;
        continue;
      }
      const result = construct.step(code);
      if (result === 'text') {
        this.#open = undefined;
      } else if (result === 'cut-off') {
        this.#open = undefined;
        this.#cutOff(construct, takeRaw());
      } else {
        at += 1;
        if (result === 'end') {
          this.#open = undefined;
          this.#tokens.push(construct.token(takeRaw()));
        } else if (result !== 'more') {
          this.#open = result;
        }
      }
    }
    const rest = takeRaw();
    if (this.#open === undefined) this.#addText(rest);
    else this.#pending = rest;
  }

  #cutOff(construct: Construct, raw: string): void {
    const length = construct.usableLength?.(raw) ?? 0;
    if (length === 0) {
      this.#addText(raw);
    } else {
      this.#tokens.push(construct.token(raw.slice(0, length)));
      // The rest may have entities but no `<`, so this call does not recurse further.
      this.#feed(raw.slice(length));
    }
  }
}

export function scanMarkup(text: string): Token[] {
  const scanner = new MarkupScanner();
  const tokens = scanner.push(text);
  return [...tokens, ...scanner.finish()];
}
