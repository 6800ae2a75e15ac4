import { expect, it } from 'vitest';
import { fill } from './fill-in-facts.ts';

it.each([
  ['Hello{, $name}!', { name: 'Ada' }, 'Hello, Ada!'],
  ['Hello{, $name}!', {}, 'Hello!'],
  ['{It says: $fields. }Thanks.', { fields: '' }, 'Thanks.'],
  [
    'Your project is $project{, $name}.',
    { project: 'a {$name} shop', name: 'Ada' },
    'Your project is a {$name} shop, Ada.',
  ],
  [`<svc-custom-demo json='{"stars":5}'/>`, { stars: 'none' }, `<svc-custom-demo json='{"stars":5}'/>`],
])('"%s" with %j is "%s"', (text, facts, filled) => {
  expect(fill(text, facts)).toBe(filled);
});
