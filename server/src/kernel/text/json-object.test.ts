import { expect, it } from 'vitest';
import { parseForeignJson, parseJsonObject } from './json-object.ts';

it.each([
  ['{"a": 1}', { a: 1 }],
  ['{}', {}],
  ['[1]', null],
  ['null', null],
  ['"text"', null],
  ['7', null],
  ['{oops', null],
  ['', null],
])('the object in %j is %j', (text, object) => {
  expect(parseJsonObject(text)).toEqual(object);
});

it.each([
  [20_000, '1'],
  [20_001, undefined],
])('%d parts of foreign JSON: %s is the last', (parts, last) => {
  const list = `[${'1,'.repeat(parts - 1)}1]`;
  expect((parseForeignJson(list) as unknown[] | undefined)?.at(-1)?.toString()).toBe(last);
});

it('punctuation inside strings does not count', () => {
  const text = '\\"[{,:'.repeat(20_000);
  expect(parseForeignJson(JSON.stringify({ text }))).toEqual({ text });
});
