import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

it.each([
  ['webhok', 'webhook', 1],
  ['teh', 'the', 1],
  ['same', 'same', 0],
  ['cat', 'elephant', 3],
])('%s and %s are %i letters apart, counted up to the limit', (a, b, apart) => {
  expect(editDistance(a, b, 2)).toBe(apart);
});
