import { expect, it } from 'vitest';
import { sharedBuffers } from './settings.ts';

const megabyte = 1_024 * 1_024;

it.each([
  [128, '16MB'],
  [512, '32MB'],
  [1_000, '56MB'],
  [2_048, '128MB'],
  [24_000, '128MB'],
])('a machine with %i MB gives the database buffers of %s', (memory, buffers) => {
  expect(sharedBuffers(memory * megabyte)).toBe(buffers);
});
