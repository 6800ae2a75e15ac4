import type { ConstructMatch, Position } from './construct-match.ts';

const link =
  /!?\[([^[\]]*)\]\(\s*((?:[^\s()\ue000-\ue7ff]|\([^\s()\ue000-\ue7ff]*\))+)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y;
/** Text that may still become a link. */
const beginning = /!?(\[([^[\]]*(\](\([^)]*)?)?)?)?$/y;
const safe = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * `[text](address)` becomes a link, if a page may open the address. Otherwise only its text stays, as with
 * `![text](address)`. If it is not an address, as in `list[0](x)`, all of it is plain text.
 */
export function linkAt(
  { text, at, before, isWhole }: Position,
  convert: (text: string) => string,
): ConstructMatch {
  link.lastIndex = at;
  const match = link.exec(text);
  if (match === null) {
    beginning.lastIndex = at;
    return !isWhole && beginning.test(text) ? 'undecided' : 'plain';
  }
  const [whole, words = '', address = ''] = match;
  const isLink = safe.test(address);
  if (!isLink && (/[\p{L}\p{N}_]/u.test(before) || !/[/:#.]/.test(address))) return 'plain';
  const shown = convert(words);
  const isPicture = whole.startsWith('!');
  const markup =
    isLink && !isPicture && words.trim() !== '' ? `<a href="${quoted(address)}">${shown}</a>` : shown;
  return { markup, length: whole.length };
}

const quoted = (address: string): string => address.replaceAll('&', '&amp;').replaceAll('"', '%22');
