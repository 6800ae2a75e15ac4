import { isNameCode } from './characters.ts';

/** The `raw` values of all tokens, joined, are the original text. Names are in lower case. */
export type Token =
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'entity'; readonly raw: string; readonly text: string }
  | { readonly kind: 'cdata'; readonly raw: string; readonly text: string }
  | { readonly kind: 'open'; readonly raw: string; readonly name: string; readonly selfClosing: boolean }
  | { readonly kind: 'close'; readonly raw: string; readonly name: string }
  | { readonly kind: 'skipped'; readonly raw: string };

export type OpenToken = Extract<Token, { kind: 'open' }>;

export function nameEnd(raw: string, from: number): number {
  let end = from;
  while (end < raw.length && isNameCode(raw.charCodeAt(end))) end += 1;
  return end;
}

export function openToken(raw: string): OpenToken {
  const body = raw.endsWith('>') ? raw.slice(0, -1).trimEnd() : '';
  return {
    kind: 'open',
    raw,
    name: raw.slice(1, nameEnd(raw, 1)).toLowerCase(),
    selfClosing: body.endsWith('/'),
  };
}

export function closeToken(raw: string): Token {
  return { kind: 'close', raw, name: raw.slice(2, nameEnd(raw, 2)).toLowerCase() };
}
