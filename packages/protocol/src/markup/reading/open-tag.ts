import { isAttributeNameCode, isNameCode, isNameStartCode, isSpaceCode } from './characters.ts';
import type { Construct, DelimitedKind, StepResult } from './construct.ts';
import { isServiceName, isSsmlName } from './names.ts';
import { openToken, type Token } from './tokens.ts';

const [lessThan, greaterThan, slash, equals, backslash] = [60, 62, 47, 61, 92];
const [doubleQuote, singleQuote] = [34, 39];
const maxNameLength = 12;

type TagState =
  | 'name'
  | 'gap'
  | 'slash'
  | 'attribute'
  | 'after-attribute'
  | 'equals'
  | 'unquoted'
  | 'double-quote'
  | 'single-quote'
  | 'runaway';

/**
 * Finds where an opening tag ends. A character that tags cannot have turns it into plain text, unless it is a service
 * tag or already has a `name=value`: `a <b, c> d` is arithmetic, and `<me@example.org>` is an address.
 */
export class OpenTag implements Construct {
  readonly #unterminated: ReadonlySet<DelimitedKind>;
  #state: TagState = 'name';
  #name: string;
  #length = 2;
  #completeLength = 2;
  #isSurelyTag = false;
  #isEscaped = false;

  constructor(firstCode: number, unterminated: ReadonlySet<DelimitedKind>) {
    this.#name = String.fromCharCode(firstCode);
    this.#unterminated = unterminated;
  }

  get delimitedKind(): DelimitedKind | undefined {
    return this.#state === 'double-quote' || this.#state === 'single-quote' ? this.#state : undefined;
  }

  token(raw: string): Token {
    return openToken(raw);
  }

  usableLength(raw: string): number {
    if (this.#state === 'runaway') return raw.length;
    return this.#isSurelyTag || isServiceName(this.#name) || isSsmlName(this.#name.toLowerCase())
      ? this.#completeLength
      : 0;
  }

  step(code: number): StepResult {
    const result = this.#advance(code);
    this.#length += 1;
    const endsHere = this.#state === 'name' || this.#state === 'unquoted';
    if (result === 'more' && endsHere) this.#completeLength = this.#length;
    return result;
  }

  #advance(code: number): StepResult {
    switch (this.#state) {
      case 'double-quote':
        return this.#insideQuotes(code, doubleQuote);
      case 'single-quote':
        return this.#insideQuotes(code, singleQuote);
      case 'runaway':
        return code === greaterThan ? 'end' : 'more';
      default:
        if (code === greaterThan) return 'end';
        return code === lessThan ? 'cut-off' : this.#outsideQuotes(code);
    }
  }

  #insideQuotes(code: number, quote: number): StepResult {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) {
      this.#state = 'gap';
      this.#isSurelyTag = true;
      this.#completeLength = this.#length + 1;
    }
    return 'more';
  }

  #outsideQuotes(code: number): StepResult {
    switch (this.#state) {
      case 'name':
        if (!isNameCode(code)) {
          this.#isSurelyTag = isServiceName(this.#name);
          return this.#betweenAttributes(code);
        }
        if (this.#name.length < maxNameLength) this.#name += String.fromCharCode(code);
        return 'more';
      case 'attribute':
        if (isAttributeNameCode(code)) return 'more';
        return this.#afterAttributeName(code);
      case 'after-attribute':
        return this.#afterAttributeName(code);
      case 'equals':
        return this.#beginValue(code);
      case 'unquoted':
        if (isSpaceCode(code)) this.#state = 'gap';
        return 'more';
      case 'slash':
        return isSpaceCode(code) || this.#isSurelyTag ? this.#betweenAttributes(code) : 'text';
      default:
        return this.#betweenAttributes(code);
    }
  }

  #betweenAttributes(code: number): StepResult {
    if (isSpaceCode(code)) this.#state = 'gap';
    else if (code === slash) this.#state = 'slash';
    else if (isNameStartCode(code) && this.#state !== 'name') this.#state = 'attribute';
    else if (this.#isSurelyTag) this.#state = 'gap';
    else return this.#state !== 'name' && isSsmlName(this.#name.toLowerCase()) ? 'cut-off' : 'text';
    return 'more';
  }

  #afterAttributeName(code: number): StepResult {
    if (code === equals) this.#state = 'equals';
    else if (isSpaceCode(code)) this.#state = 'after-attribute';
    else return this.#betweenAttributes(code);
    return 'more';
  }

  #beginValue(code: number): StepResult {
    if (isSpaceCode(code)) return 'more';
    const quote = code === doubleQuote ? 'double-quote' : code === singleQuote ? 'single-quote' : undefined;
    if (quote === undefined) this.#state = 'unquoted';
    else this.#state = this.#unterminated.has(quote) ? 'runaway' : quote;
    this.#isSurelyTag = true;
    return 'more';
  }
}
