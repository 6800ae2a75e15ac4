import { expect, it } from 'vitest';
import { checkDay, hostileDay } from './hostile-day.ts';

it('[HT1] [HT5] [HT10] attacks of every kind leave nothing open, and every honest user is served', async () => {
  const result = await hostileDay({ pairs: 1, sliceMs: 1_000, attemptsPerSecond: 60 }, () => {});
  checkDay(result);
  expect(result.uses.map(({ use }) => use)).toEqual(['API query', 'dashboard', 'join and turn', 'webhook']);
});
