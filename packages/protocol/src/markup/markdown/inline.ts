import { type ConstructMatch, type Position, runLength } from './construct-match.ts';
import { emphasisAt } from './emphasis.ts';
import { linkAt } from './links.ts';
import { asCode } from './opaque-parts.ts';

/** Inline markdown is at most this long. Otherwise its opening is plain text, so that the voice need not wait. */
const maxLength = 300;

/** Replaces the markdown in a line by HTML formatting, as far as it is clear: the first `used` characters. */
export function readInline(
  text: string,
  isWhole: boolean,
  before = '',
): { readonly markup: string; readonly used: number } {
  const signs = /[*_`~[\\]|!(?=\[|$)/g;
  let markup = '';
  let used = 0;
  for (let match = signs.exec(text); match !== null; match = signs.exec(text)) {
    const at = match.index;
    const found = constructAt({
      text: text.slice(0, at + maxLength),
      at,
      before: text.charAt(at - 1) || before,
      isWhole: isWhole || text.length - at >= maxLength,
    });
    markup += text.slice(used, at);
    used = at;
    if (found === 'undecided') return { markup, used };
    const length = found === 'plain' ? plainLength(text, at) : found.length;
    markup += found === 'plain' ? text.slice(at, at + length) : found.markup;
    used = at + length;
    signs.lastIndex = used;
  }
  return { markup: markup + text.slice(used), used: text.length };
}

/** Each backslash is read by itself, because only the last of a run can be an escape. */
const plainLength = (text: string, at: number): number =>
  text.charAt(at) === '\\' ? 1 : runLength(text, at);

export const convertInline = (text: string): string => readInline(text, true).markup;

function constructAt(position: Position): ConstructMatch {
  const { text, at } = position;
  switch (text.charAt(at)) {
    case '`':
      return codeAt(position);
    case '[':
    case '!':
      return linkAt(position, convertInline);
    case '\\':
      return escapeAt(position);
    default:
      return emphasisAt(position, convertInline);
  }
}

function codeAt({ text, at, isWhole }: Position): ConstructMatch {
  const length = runLength(text, at);
  const rest = text.slice(at + length);
  for (const { 0: run, index } of rest.matchAll(/`+/g)) {
    const isLast = index + run.length === rest.length;
    if (isLast && !isWhole) return 'undecided';
    if (run.length !== length) continue;
    const code = rest.slice(0, index).trim();
    return code === '' ? 'plain' : { markup: asCode(code), length: 2 * length + index };
  }
  return isWhole ? 'plain' : 'undecided';
}

/** A backslash in a word, as in `snake\_case`, or before a sign that would otherwise be markdown. Paths keep theirs. */
function escapeAt({ text, at, before, isWhole }: Position): ConstructMatch {
  const next = text.charAt(at + 1);
  if (next === '') return isWhole ? 'plain' : 'undecided';
  const isEscape = /[*`#[\]|]/.test(next) || (next === '_' && /[\p{L}\p{N}]/u.test(before));
  return isEscape ? { markup: next, length: 2 } : 'plain';
}
