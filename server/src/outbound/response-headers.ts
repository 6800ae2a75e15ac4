/** Places of each line in the text: where it starts, and its colon. */
const Places = 2;

/** The headers of an answer. Few of them are ever asked for, so each is only read then. */
export class ResponseHeaders {
  readonly #text: string;
  readonly #places: readonly number[];

  /** `text`: checked lines, each a name, a colon and a value; the first begins at `from`. */
  constructor(text: string, from: number) {
    this.#text = text;
    const places: number[] = [];
    for (let start = from; start < text.length; ) {
      const colon = text.indexOf(':', start);
      const end = text.indexOf('\r\n', colon);
      places.push(start, colon);
      start = end === -1 ? text.length : end + 2;
    }
    this.#places = places;
  }

  /** By its name in lower case. A header that came more than once is an array. */
  get(name: string): string | string[] | undefined {
    let found: string | string[] | undefined;
    for (let at = 0; at < this.#places.length; at += Places) {
      if (this.#nameLength(at) === name.length && this.#name(at) === name)
        found = joined(found, this.#value(at));
    }
    return found;
  }

  all(): Record<string, string | string[]> {
    const found = new Map<string, string | string[]>();
    for (let at = 0; at < this.#places.length; at += Places) {
      const name = this.#name(at);
      found.set(name, joined(found.get(name), this.#value(at)));
    }
    return Object.fromEntries(found);
  }

  #nameLength(at: number): number {
    return (this.#places[at + 1] as number) - (this.#places[at] as number);
  }

  #name(at: number): string {
    return this.#text.slice(this.#places[at], this.#places[at + 1]).toLowerCase();
  }

  #value(at: number): string {
    const next = this.#places[at + Places];
    const end = next === undefined ? this.#text.length : next - 2;
    return withoutOuterSpace(this.#text, (this.#places[at + 1] as number) + 1, end);
  }
}

export const noHeaders = new ResponseHeaders('', 0);

function joined(known: string | string[] | undefined, value: string): string | string[] {
  if (known === undefined) return value;
  if (!Array.isArray(known)) return [known, value];
  known.push(value);
  return known;
}

/** Only of spaces and tabs. By hand, as a pattern would try each space of a long row anew. */
function withoutOuterSpace(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
