import { expect, it } from 'vitest';
import { spokenWords, wordErrors } from './word-errors.ts';

it('compares amounts in their spoken form', () => {
  expect(spokenWords('It costs $20, Dr. Miller.')).toEqual(
    spokenWords('it costs twenty dollars doctor Miller'),
  );
});

it('counts a spelled word as one word, however it is written', () => {
  expect(spokenWords('The FBI at 6 pm')).toEqual(spokenWords('the Fbi at six p m'));
  expect(spokenWords('FBI')).toEqual(['fbi']);
});

it.each([
  ['a b c', 'a b c', 0],
  ['a b c', 'a x c', 1],
  ['a b c', 'a c', 1],
  ['a c', 'a b c', 1],
  ['a b', '', 2],
])('from %j to %j', (said, heard, errors) => {
  expect(wordErrors(said.split(' '), heard.split(' ').filter(Boolean))).toBe(errors);
});
