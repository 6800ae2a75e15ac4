import { isDigitCode, isNameStartCode } from './characters.ts';
import { entityText, maxEntityLength } from './entities.ts';
import { OpenTag } from './open-tag.ts';
import { closeToken, nameEnd, type Token } from './tokens.ts';

/** `end`: this character is its last. `cut-off`: it stops before this character. `text`: it was plain text all along. */
export type Verdict = 'more' | 'end' | 'cut-off' | 'text';

/** A thing that only its own terminator ends. When the text has none, it is read again in another way. */
export type Endless = 'comment' | 'cdata' | 'double-quote' | 'single-quote';

/** Anything in the text that begins with `<` or `&`, fed one character at a time. */
export interface Construct {
  readonly endless: Endless | undefined;
  step(code: number): Verdict | Construct;
  token(raw: string): Token;
  /** How many characters of a construct that was cut off still make a token; what is left is text. */
  cutLength(raw: string): number;
}

const [Less, Greater, Slash, Bang, Question] = [60, 62, 47, 33, 63];
const [Dash, BracketClose, Semicolon, Hash] = [45, 93, 59, 35];
const cdataOpening = '<![CDATA[';

const skipped = (raw: string): Token => ({ kind: 'skipped', raw });

export class Entity implements Construct {
  readonly endless = undefined;
  #length = 1;

  step(code: number): Verdict {
    this.#length += 1;
    if (code === Semicolon) return 'end';
    const fits = isNameStartCode(code) || isDigitCode(code) || code === Hash;
    return fits && this.#length < maxEntityLength ? 'more' : 'text';
  }

  token(raw: string): Token {
    const text = entityText(raw.slice(1, -1));
    return text === undefined ? { kind: 'text', raw } : { kind: 'entity', raw, text };
  }

  cutLength(): number {
    return 0;
  }
}

/** After a `<`, until it is clear what it opens. */
export class Opening implements Construct {
  readonly endless = undefined;
  readonly #known: ReadonlySet<Endless>;
  #seen = '<';

  constructor(knownEndless: ReadonlySet<Endless>) {
    this.#known = knownEndless;
  }

  step(code: number): Verdict | Construct {
    const startsName = isNameStartCode(code);
    if (startsName && this.#seen === '<') return new OpenTag(code, this.#known);
    if (startsName && this.#seen === '</') return new UntilGreater(closeToken, closeLength);
    if (startsName && (this.#seen === '<?' || this.#seen === '<!'))
      return new UntilGreater(skipped, wholeLength);
    if (this.#seen === '<' && code !== Slash && code !== Bang && code !== Question) return 'text';
    this.#seen += String.fromCharCode(code);
    if (this.#seen === '<!--') return this.#known.has('comment') ? 'end' : new Terminated('comment', Dash);
    if (this.#seen === cdataOpening) {
      return this.#known.has('cdata') ? 'end' : new Terminated('cdata', BracketClose);
    }
    const mayGoOn = this.#seen.length === 2 || this.#seen === '<!-' || cdataOpening.startsWith(this.#seen);
    return mayGoOn ? 'more' : 'text';
  }

  token(raw: string): Token {
    return skipped(raw);
  }

  cutLength(): number {
    return 0;
  }
}

const closeLength = (raw: string): number => nameEnd(raw, 2);
const wholeLength = (raw: string): number => raw.length;

/** A closing tag, a processing instruction or a document type. */
class UntilGreater implements Construct {
  readonly endless = undefined;
  readonly token: (raw: string) => Token;
  readonly cutLength: (raw: string) => number;

  constructor(token: (raw: string) => Token, cutLength: (raw: string) => number) {
    this.token = token;
    this.cutLength = cutLength;
  }

  step(code: number): Verdict {
    if (code === Greater) return 'end';
    return code === Less ? 'cut-off' : 'more';
  }
}

/** A comment or CDATA section: ends at two `-` or two `]` with a `>` behind. */
class Terminated implements Construct {
  readonly endless: 'comment' | 'cdata';
  readonly #mark: number;
  #marks = 0;

  constructor(kind: 'comment' | 'cdata', mark: number) {
    this.endless = kind;
    this.#mark = mark;
  }

  step(code: number): Verdict {
    if (code === Greater && this.#marks >= 2) return 'end';
    this.#marks = code === this.#mark ? this.#marks + 1 : 0;
    return 'more';
  }

  token(raw: string): Token {
    if (this.endless === 'comment') return skipped(raw);
    return { kind: 'cdata', raw, text: raw.slice(cdataOpening.length, -3) };
  }

  cutLength(): number {
    return 0;
  }
}
