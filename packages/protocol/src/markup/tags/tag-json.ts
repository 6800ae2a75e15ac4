import { rawAttributes, readAttributes, unescapeQuotes } from '../reading/attributes.ts';
import { decodeEntities } from '../reading/entities.ts';
import type { MarkupTag } from '../speech/segments.ts';

export type TagJson =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly reason: 'missing' | 'invalid'; readonly raw: string };

/**
 * The data in a tag's `json` attribute. Senders mix up XML and string escapes. If the value does not parse after XML
 * decoding, it is tried without decoding entities, and then without removing backslashes. `text` is what parses.
 */
export function parseTagJson(tag: MarkupTag): TagJson {
  const attribute = rawAttributes(tag.raw).find(({ name }) => name === 'json');
  if (attribute === undefined) return { ok: false, reason: 'missing', raw: '' };
  const written = tag.raw.slice(attribute.start, attribute.end);
  const decoded = readAttributes(tag.raw).get('json') ?? '';
  for (const text of [decoded, unescapeQuotes(written, attribute.quote), decodeEntities(written)]) {
    try {
      return { ok: true, value: JSON.parse(text), text };
    } catch {}
  }
  return { ok: false, reason: 'invalid', raw: decoded };
}
