import { normalized, withoutTrailing } from '@parley/protocol/wire';
import { invalid } from '../errors/refusal.ts';

/** Control characters make names look like other names, and break logs and terminals. */
const controls = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** A one-line text for people: trimmed, not empty, no control characters. */
export function plainName(what: string, text: string, maxLength: number, field = 'name'): string {
  const name = normalized(text.trim(), 'NFC');
  if (name === '') throw invalid(`${what} must not be empty.`, field);
  if (name.length > maxLength) throw invalid(`${what} must have at most ${maxLength} characters.`, field);
  if (controls.test(name)) throw invalid(`${what} must not contain control characters.`, field);
  return name;
}

/** Removes NUL and unpaired surrogates, which cannot be stored or sent. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A name whose labels neither begin nor end with a hyphen, or an IPv6 address. */
const origin =
  /^https?:\/\/(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** Whether a text is exactly an origin. URLs allow hosts with `;`, which would begin a new rule in a policy. */
export const isWebOrigin = (text: string): boolean => origin.test(text) && URL.parse(text)?.origin === text;

/** An origin as browsers send it: scheme, host, and the port unless it is the scheme's default. */
export function webOrigin(text: string, field?: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search + url.hash + url.username !== '' ||
    !isWebOrigin(url.origin)
  ) {
    throw invalid(
      `"${text}" is not an origin. Write scheme and host only, such as https://www.example.com.`,
      field,
    );
  }
  return url.origin;
}

/** A URL that the service will call for an account, in its canonical form. */
export function webAddress(what: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || text.length > 2048) {
    throw invalid(
      `"${text.slice(0, 100)}" is not an http or https URL. Write it in full, such as https://www.example.com/.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(`The ${what} URL must not contain a user name or password. Use the ${what} key.`);
  }
  url.hash = '';
  return url.href;
}

/** Completes a base URL and keeps its query. Text that is not a URL is returned as it is: the client refuses it. */
export function urlWithPath(address: string, path: `/${string}`): URL | string {
  const url = URL.parse(address);
  if (url === null) return address;
  const base = withoutTrailing(url.pathname, '/');
  url.pathname = base.endsWith(path) ? base : base + path;
  return url;
}

/** A language tag as in BCP 47. */
export function languageTag(text: string): string {
  try {
    const [language] = text.length > 35 ? [] : Intl.getCanonicalLocales(text);
    if (language !== undefined) return language;
  } catch {}
  throw invalid(`"${text.slice(0, 40)}" is not a language. Write a tag such as "en", "de" or "pt-BR".`);
}
