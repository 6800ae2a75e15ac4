import { type ServiceTagAttribute, type ServiceTagEntry, serviceTags } from '@parley/protocol';

/** docs/tags.md, generated from the table of service tags. */
export function tagPage(): string {
  return [
    '# Tags',
    '',
    'Replies, callback messages and greetings may contain SSML and these service tags. Tags that begin with `svc-` never reach an',
    'endpoint or a language model. Any other tag is a custom tag: it reaches the page as a DOM event if the page has',
    'registered it. Otherwise it is dropped.',
    '',
    ...serviceTags.flatMap(section),
  ].join('\n');
}

function section({ name, meaning, attributes, example }: ServiceTagEntry): string[] {
  return [
    `## \`${name}\``,
    '',
    meaning,
    '',
    '| attribute | allowed values | meaning |',
    '|---|---|---|',
    ...attributes.map(row),
    '',
    '```xml',
    example,
    '```',
    '',
  ];
}

function row({ name, values, required, default: fallback, meaning }: ServiceTagAttribute): string {
  const when = required ? 'required' : `optional${fallback === undefined ? '' : `, ${fallback} by default`}`;
  return `| \`${name}\` | ${values}; ${when} | ${meaning} |`;
}
