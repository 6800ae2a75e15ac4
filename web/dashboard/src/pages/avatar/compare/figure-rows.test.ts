import type { BrainFigures } from '@parley/protocol/management';
import { expect, it } from 'vitest';
import { figureRows } from './figure-rows.ts';

const first: BrainFigures = {
  sessions: 3,
  turns: 1_200,
  failed: 12,
  interrupted: 30,
  firstSentenceP50Ms: 420,
  firstSentenceP95Ms: 1_250,
  totalP50Ms: 900,
  totalP95Ms: 12_000,
  characters: 80,
  ratings: 4,
  stars: 4.5,
};
const unheard = { interrupted: null, ratings: null, stars: null };

it('the figures of two brains are readable, and a dash stands for what a shadow cannot have', () => {
  const rows = figureRows({ first, second: { ...first, ...unheard, turns: 0, failed: 0, totalP95Ms: null } });
  const values = Object.fromEntries(rows.map((row) => [row.id, [row.first, row.second]]));
  expect(values).toMatchObject({
    turns: ['1,200', '0'],
    failed: ['12 (1 %)', '0'],
    interrupted: ['30 (3 %)', '–'],
    firstSentenceP95: ['1.25 s', '1.25 s'],
    totalP95: ['12.0 s', '–'],
    stars: ['4.5 (4)', '–'],
  });
});
