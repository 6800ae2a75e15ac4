import { isAttributeNameCode, isNameStartCode, isSpaceCode } from './characters.ts';
import { decodeEntities } from './entities.ts';
import { nameEnd } from './tokens.ts';

export type Quote = '"' | "'" | undefined;

/** One `name=value` of a tag. `start` and `end` delimit the value in the tag's raw text, without quotes. */
export interface RawAttribute {
  readonly name: string;
  readonly quote: Quote;
  readonly start: number;
  readonly end: number;
}

/** The attributes of a whole tag, from `<` to `>`. An attribute without `=` has an empty value. */
export function rawAttributes(raw: string): RawAttribute[] {
  const found: RawAttribute[] = [];
  const limit = bodyEnd(raw);
  let at = nameEnd(raw, 1);
  while (at < limit) {
    if (!isNameStartCode(raw.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const nameStart = at;
    while (at < limit && isAttributeNameCode(raw.charCodeAt(at))) at += 1;
    const name = raw.slice(nameStart, at).toLowerCase();
    const equals = skipSpace(raw, at, limit);
    if (raw[equals] !== '=' || equals >= limit) {
      found.push({ name, quote: undefined, start: at, end: at });
      continue;
    }
    const value = readValue(raw, skipSpace(raw, equals + 1, limit), limit);
    found.push({ name, quote: value.quote, start: value.start, end: value.end });
    at = value.end + (value.quote === undefined ? 0 : 1);
  }
  return found;
}

/** Names are in lower case, values are decoded. If a name appears twice, the first one counts. */
export function readAttributes(raw: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const { name, quote, start, end } of rawAttributes(raw)) {
    if (!attributes.has(name))
      attributes.set(name, decodeEntities(unescapeQuotes(raw.slice(start, end), quote)));
  }
  return attributes;
}

/**
 * A double-quoted value with `\"` was escaped as a string, so its backslashes are doubled as well. In a single-quoted
 * value the backslashes belong to the JSON inside, and only `\'` is an escape.
 */
export function unescapeQuotes(value: string, quote: Quote): string {
  if (quote === "'") return value.replaceAll("\\'", "'");
  if (quote === '"' && value.includes('\\"')) return value.replace(/\\(["\\])/g, '$1');
  return value;
}

function bodyEnd(raw: string): number {
  if (!raw.endsWith('>')) return raw.length;
  let end = raw.length - 1;
  while (end > 0 && isSpaceCode(raw.charCodeAt(end - 1))) end -= 1;
  return raw[end - 1] === '/' ? end - 1 : end;
}

function skipSpace(raw: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && isSpaceCode(raw.charCodeAt(at))) at += 1;
  return at;
}

function readValue(raw: string, from: number, limit: number): Omit<RawAttribute, 'name'> {
  const first = raw[from];
  if (from < limit && (first === '"' || first === "'")) {
    const end = closingQuote(raw, from + 1, limit, first);
    return { quote: first, start: from + 1, end };
  }
  let end = from;
  while (end < limit && !isSpaceCode(raw.charCodeAt(end))) end += 1;
  return { quote: undefined, start: from, end };
}

function closingQuote(raw: string, from: number, limit: number, quote: string): number {
  for (let at = from; at < limit; at += 1) {
    if (raw[at] === '\\') at += 1;
    else if (raw[at] === quote) return at;
  }
  return limit;
}
