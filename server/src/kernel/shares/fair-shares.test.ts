import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FairShares } from './fair-shares.ts';

it('a key holds at most what is free beside it: half alone, a third beside an equal one', () => {
  const shares = new FairShares(30);
  expect(shares.roomFor('a')).toBe(15);
  for (let i = 0; i < 10; i++) for (const key of ['a', 'b']) shares.take(key);
  expect([shares.roomFor('a'), shares.fits('a', 1), shares.roomFor('c')]).toEqual([0, false, 5]);
});

it('a key that holds nothing may take all that is free, in one piece or one by one', () => {
  const shares = new FairShares(10);
  shares.take('a', 9);
  expect([shares.roomFor('b'), shares.fits('b', 1), shares.fits('b', 2)]).toEqual([1, true, false]);
  shares.giveBack('a', 9);
  expect(shares.fits('b', 10)).toBe(true);
});

it('keys that take whatever they may leave room for newcomers, and everything given back is free', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 200 }), (keys) => {
      const shares = new FairShares(64);
      const held: string[] = [];
      for (const key of keys) {
        expect(shares.fits(key, 1)).toBe(shares.roomFor(key) > 0);
        if (!shares.fits(key, 1)) continue;
        shares.take(key);
        held.push(key);
      }
      expect(shares.roomFor('newcomer')).toBeGreaterThan(0);
      for (const key of held) shares.giveBack(key);
      expect([shares.free, shares.heldBy('a')]).toEqual([64, 0]);
    }),
  );
});
