import { type MarkupTag, parseTagJson, readMarkup } from '@parley/protocol';

const maxFields = 3;

/** What the demo says about a message of custom tags, which a page sends instead of words. */
export function payloadAnswer(message: string): string {
  const tags = readMarkup(message).flatMap((segment) => (segment.kind === 'custom' ? [segment.tag] : []));
  const [tag] = tags;
  if (tag === undefined) return '';
  const fields = fieldsOf(tag);
  return `<svc-gesture name="nod"/>Your page sent me a payload with the name ${spoken(tag.name)}${fields === '' ? '' : `. It says: ${fields}`}.`;
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
