import { rawAttributes } from '../reading/attributes.ts';
import { isServiceName } from '../reading/names.ts';
import { scanMarkup } from '../reading/scanner.ts';
import type { Token } from '../reading/tokens.ts';

const opening = /<\/?svc-/i;

/** Removing a tag can join two halves to a new one, as in `<<svc-a/>svc-b/>`. No honest text does so more often. */
const maxPasses = 4;

/**
 * Removes every tag whose name begins with `svc-`. The content of these tags and everything else stays, also the values
 * of other tags: they are data, whatever they contain.
 */
export function stripServiceTags(text: string): string {
  let kept = text;
  for (let pass = 0; opening.test(kept); pass += 1) {
    if (pass === maxPasses) return eraseOpenings(kept);
    const next = removeServiceTags(kept);
    if (next === kept) break;
    kept = next;
  }
  return kept;
}

function removeServiceTags(text: string): string {
  if (!opening.test(text)) return text;
  return scanMarkup(text).map(withoutServiceTags).join('');
}

function withoutServiceTags(token: Token): string {
  if ((token.kind === 'open' || token.kind === 'close') && isServiceName(token.name)) return '';
  if (token.kind === 'text' || !opening.test(token.raw)) return token.raw;
  if (token.kind === 'open') return removeInsideOpenValues(token.raw);
  // A comment or CDATA section. It cannot contain its own terminator, so this recurses only a few levels.
  const from = token.kind === 'cdata' ? '<![CDATA['.length : '<!--'.length;
  return token.raw.slice(0, from) + removeServiceTags(token.raw.slice(from, -3)) + token.raw.slice(-3);
}

/** A value without its closing quote is not a value that anybody meant. */
function removeInsideOpenValues(raw: string): string {
  const last = rawAttributes(raw).at(-1);
  if (last?.quote === undefined || raw[last.end] === last.quote) return raw;
  return raw.slice(0, last.start) + removeServiceTags(raw.slice(last.start, last.end)) + raw.slice(last.end);
}

/** For a text that was made to outlast the passes: none of its openings stays, wherever it is. */
function eraseOpenings(text: string): string {
  const kept: string[] = [];
  for (const character of text) {
    kept.push(character);
    if (character !== '-') continue;
    const tail = kept.slice(-6).join('').toLowerCase();
    if (tail.endsWith('<svc-')) kept.length -= 5;
    else if (tail === '</svc-') kept.length -= 6;
  }
  return kept.join('');
}
