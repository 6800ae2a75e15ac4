import { isAttributeNameCode, isNameCode, isNameStartCode, isSpaceCode } from './characters.ts';
import type { Construct, Endless, Verdict } from './constructs.ts';
import { isServiceName, isSsmlName } from './names.ts';
import { openToken, type Token } from './tokens.ts';

const [Less, Greater, Slash, Equals, Backslash] = [60, 62, 47, 61, 92];
const [DoubleQuote, SingleQuote] = [34, 39];
const longestNameKept = 12;

type Place =
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
 * Finds where an opening tag ends. As long as it has no `name=value` and is no service tag, a character that cannot
 * stand in a tag makes it plain text: `a <b, c> d` is arithmetic, `<me@example.org>` an address.
 */
export class OpenTag implements Construct {
  readonly #known: ReadonlySet<Endless>;
  #place: Place = 'name';
  #name: string;
  #length = 2;
  #usefulLength = 2;
  #isSurelyTag = false;
  #isEscaped = false;

  constructor(firstCode: number, knownEndless: ReadonlySet<Endless>) {
    this.#name = String.fromCharCode(firstCode);
    this.#known = knownEndless;
  }

  get endless(): Endless | undefined {
    return this.#place === 'double-quote' || this.#place === 'single-quote' ? this.#place : undefined;
  }

  token(raw: string): Token {
    return openToken(raw);
  }

  cutLength(raw: string): number {
    if (this.#place === 'runaway') return raw.length;
    return this.#isSurelyTag || isServiceName(this.#name) || isSsmlName(this.#name.toLowerCase())
      ? this.#usefulLength
      : 0;
  }

  step(code: number): Verdict {
    const verdict = this.#advance(code);
    this.#length += 1;
    const endsHere = this.#place === 'name' || this.#place === 'unquoted';
    if (verdict === 'more' && endsHere) this.#usefulLength = this.#length;
    return verdict;
  }

  #advance(code: number): Verdict {
    switch (this.#place) {
      case 'double-quote':
        return this.#insideQuotes(code, DoubleQuote);
      case 'single-quote':
        return this.#insideQuotes(code, SingleQuote);
      case 'runaway':
        return code === Greater ? 'end' : 'more';
      default:
        if (code === Greater) return 'end';
        return code === Less ? 'cut-off' : this.#outsideQuotes(code);
    }
  }

  #insideQuotes(code: number, quote: number): Verdict {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === Backslash) this.#isEscaped = true;
    else if (code === quote) {
      this.#place = 'gap';
      this.#isSurelyTag = true;
      this.#usefulLength = this.#length + 1;
    }
    return 'more';
  }

  #outsideQuotes(code: number): Verdict {
    switch (this.#place) {
      case 'name':
        if (!isNameCode(code)) {
          this.#isSurelyTag = isServiceName(this.#name);
          return this.#betweenAttributes(code);
        }
        if (this.#name.length < longestNameKept) this.#name += String.fromCharCode(code);
        return 'more';
      case 'attribute':
        if (isAttributeNameCode(code)) return 'more';
        return this.#afterAttributeName(code);
      case 'after-attribute':
        return this.#afterAttributeName(code);
      case 'equals':
        return this.#beginValue(code);
      case 'unquoted':
        if (isSpaceCode(code)) this.#place = 'gap';
        return 'more';
      case 'slash':
        return isSpaceCode(code) || this.#isSurelyTag ? this.#betweenAttributes(code) : 'text';
      default:
        return this.#betweenAttributes(code);
    }
  }

  #betweenAttributes(code: number): Verdict {
    if (isSpaceCode(code)) this.#place = 'gap';
    else if (code === Slash) this.#place = 'slash';
    else if (isNameStartCode(code) && this.#place !== 'name') this.#place = 'attribute';
    else if (this.#isSurelyTag) this.#place = 'gap';
    else return this.#place !== 'name' && isSsmlName(this.#name.toLowerCase()) ? 'cut-off' : 'text';
    return 'more';
  }

  #afterAttributeName(code: number): Verdict {
    if (code === Equals) this.#place = 'equals';
    else if (isSpaceCode(code)) this.#place = 'after-attribute';
    else return this.#betweenAttributes(code);
    return 'more';
  }

  #beginValue(code: number): Verdict {
    if (isSpaceCode(code)) return 'more';
    const quote = code === DoubleQuote ? 'double-quote' : code === SingleQuote ? 'single-quote' : undefined;
    if (quote === undefined) this.#place = 'unquoted';
    else this.#place = this.#known.has(quote) ? 'runaway' : quote;
    this.#isSurelyTag = true;
    return 'more';
  }
}
