import { type MarkupTag, parseTagJson, readMarkup } from '@parley/protocol';
import { fill } from './fill-in-facts.ts';
import texts from './knowledge/texts.json' with { type: 'json' };

const maxFields = 3;

/** What the demo says about a message of custom tags, which a page sends instead of words. */
export function payloadAnswer(message: string): string {
  const tag = readMarkup(message).find((segment) => segment.kind === 'custom')?.tag;
  return tag === undefined ? '' : fill(texts.payload, { tag: spoken(tag.name), fields: fieldsOf(tag) });
}

function fieldsOf(tag: MarkupTag): string {
  const parsed = parseTagJson(tag);
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return '';
  return Object.entries(parsed.value)
    .slice(0, maxFields)
    .map(
      ([name, field]) =>
        `${spoken(name)} is ${spoken(typeof field === 'object' ? JSON.stringify(field) : String(field))}`,
    )
    .join(', ');
}

/** Removes characters that have a meaning in markup. */
const spoken = (text: string): string =>
  text
    .replaceAll(/[<>&"{}[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
