import { expect, it } from 'vitest';
import { parseJsonObject } from './json-object.ts';

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
