import { expect, test } from 'vitest';
import { withoutTrailing } from './without-trailing.ts';

test.each([
  ['https://a.example///', '/', 'https://a.example'],
  ['a/b', '/', 'a/b'],
  ['wait?!.', '.!?', 'wait'],
  ['a.b', '.', 'a.b'],
  ['///', '/', ''],
  ['', '/', ''],
])('%s without trailing %s', (text, characters, kept) => {
  expect(withoutTrailing(text, characters)).toBe(kept);
});
