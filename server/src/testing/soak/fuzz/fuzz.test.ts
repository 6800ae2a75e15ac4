import { expect, it } from 'vitest';
import { chosenSeed, fuzz, isFlat } from './fuzz.ts';

const seed = chosenSeed();

it(`[HT11] [HT25] [LV80] [LV82] no frame and no request, reset or not, ends the service or writes an error, seed ${seed}`, async () => {
  const result = await fuzz({ seed, rounds: 1, durationMs: 0, everyByte: 1 }, () => {});
  expect(result.sessions).toBeGreaterThanOrEqual(40);
  expect(isFlat(result.before, result.after), JSON.stringify(result)).toBe(true);
});
