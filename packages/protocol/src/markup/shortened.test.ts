import { expect, test } from 'vitest';
import { shortened, shortLine } from './shortened.ts';

test.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀d', 3, 'ab…'],
  ['a😀cd', 3, 'a😀…'],
])('%j shortened to %i is %j', (text, most, short) => expect(shortened(text, most)).toBe(short));

test('a short line has no line breaks', () => {
  expect(shortLine(' one\n\n two\tthree ', 7)).toBe('one two…');
});
