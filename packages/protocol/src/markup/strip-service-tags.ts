import { rawAttributes } from './attributes.ts';
import { isServiceName } from './names.ts';
import { scanMarkup } from './scanner.ts';
import type { Token } from './tokens.ts';

const opening = /<\/?svc-/i;

/**
 * Removes every tag that begins with `svc-`. The content of these tags and everything else stays. The result has no
 * `<svc-` and no `</svc-`, whatever the text.
 */
export function stripServiceTags(text: string): string {
  const kept = removeServiceTags(text);
  return opening.test(kept) ? eraseOpenings(kept) : kept;
}

function removeServiceTags(text: string): string {
  if (!opening.test(text)) return text;
  return scanMarkup(text).map(withoutServiceTags).join('');
}

function withoutServiceTags(token: Token): string {
  if ((token.kind === 'open' || token.kind === 'close') && isServiceName(token.name)) return '';
  if (token.kind === 'text' || !opening.test(token.raw)) return token.raw;
  if (token.kind === 'open') return removeInsideValues(token.raw);
  // A comment or CDATA section. It cannot contain its own terminator, so this recurses only a few levels.
  const from = token.kind === 'cdata' ? '<![CDATA['.length : '<!--'.length;
  return token.raw.slice(0, from) + removeServiceTags(token.raw.slice(from, -3)) + token.raw.slice(-3);
}

function removeInsideValues(raw: string): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of rawAttributes(raw)) {
    kept += raw.slice(from, start) + removeServiceTags(raw.slice(start, end));
    from = end;
  }
  return kept + raw.slice(from);
}

/** Removing a tag can join two halves to a new `<svc-`, as in `<<svc-a/>svc-b/>`. This removes those. */
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
