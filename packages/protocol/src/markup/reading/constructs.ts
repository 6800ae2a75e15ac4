import { isDigitCode, isNameStartCode } from './characters.ts';
import type { Construct, DelimitedKind, StepResult } from './construct.ts';
import { entityText, maxEntityLength } from './entities.ts';
import { OpenTag } from './open-tag.ts';
import { closeToken, nameEnd, type Token } from './tokens.ts';

const [lessThan, greaterThan, slash, exclamationMark, questionMark] = [60, 62, 47, 33, 63];
const [dash, closingBracket, semicolon, hash] = [45, 93, 59, 35];
const cdataOpening = '<![CDATA[';

const skipped = (raw: string): Token => ({ kind: 'skipped', raw });

export class Entity implements Construct {
  #length = 1;

  step(code: number): StepResult {
    this.#length += 1;
    if (code === semicolon) return 'end';
    const fits = isNameStartCode(code) || isDigitCode(code) || code === hash;
    return fits && this.#length < maxEntityLength ? 'more' : 'text';
  }

  token(raw: string): Token {
    const text = entityText(raw.slice(1, -1));
    return text === undefined ? { kind: 'text', raw } : { kind: 'entity', raw, text };
  }
}

/** A `<` and what follows, until it is clear what it opens. `unterminated` has the kinds that this text never terminates. */
export class TagStart implements Construct {
  readonly #unterminated: ReadonlySet<DelimitedKind>;
  #seen = '<';

  constructor(unterminated: ReadonlySet<DelimitedKind>) {
    this.#unterminated = unterminated;
  }

  step(code: number): StepResult | Construct {
    const startsName = isNameStartCode(code);
    if (startsName && this.#seen === '<') return new OpenTag(code, this.#unterminated);
    if (startsName && this.#seen === '</') return new SimpleTag(closeToken, closeLength);
    if (startsName && (this.#seen === '<?' || this.#seen === '<!'))
      return new SimpleTag(skipped, wholeLength);
    if (this.#seen === '<' && code !== slash && code !== exclamationMark && code !== questionMark)
      return 'text';
    this.#seen += String.fromCharCode(code);
    if (this.#seen === '<!--')
      return this.#unterminated.has('comment') ? 'end' : new DelimitedSection('comment', dash);
    if (this.#seen === cdataOpening) {
      return this.#unterminated.has('cdata') ? 'end' : new DelimitedSection('cdata', closingBracket);
    }
    const mayGoOn = this.#seen.length === 2 || this.#seen === '<!-' || cdataOpening.startsWith(this.#seen);
    return mayGoOn ? 'more' : 'text';
  }

  token(raw: string): Token {
    return skipped(raw);
  }
}

const closeLength = (raw: string): number => nameEnd(raw, 2);
const wholeLength = (raw: string): number => raw.length;

/** A closing tag, a processing instruction or a document type. */
class SimpleTag implements Construct {
  readonly token: (raw: string) => Token;
  readonly usableLength: (raw: string) => number;

  constructor(token: (raw: string) => Token, cutLength: (raw: string) => number) {
    this.token = token;
    this.usableLength = cutLength;
  }

  step(code: number): StepResult {
    if (code === greaterThan) return 'end';
    return code === lessThan ? 'cut-off' : 'more';
  }
}

/** A comment or CDATA section. It ends at two `-` or two `]` followed by `>`. */
class DelimitedSection implements Construct {
  readonly delimitedKind: 'comment' | 'cdata';
  readonly #mark: number;
  #marks = 0;

  constructor(kind: 'comment' | 'cdata', mark: number) {
    this.delimitedKind = kind;
    this.#mark = mark;
  }

  step(code: number): StepResult {
    if (code === greaterThan && this.#marks >= 2) return 'end';
    this.#marks = code === this.#mark ? this.#marks + 1 : 0;
    return 'more';
  }

  token(raw: string): Token {
    if (this.delimitedKind === 'comment') return skipped(raw);
    return { kind: 'cdata', raw, text: raw.slice(cdataOpening.length, -3) };
  }
}
