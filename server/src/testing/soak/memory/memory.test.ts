import { expect, it } from 'vitest';
import { flood } from './flood.ts';
import { longSessions } from './long-sessions.ts';

/** More than the 100 MB of the long form, because other tests run at the same time. An older version took more than ten times the words. */
const maxGrowth = 160_000_000;

it('[LV64] a session with very many words ends in little memory, on a start after kill -9, too', async () => {
  const plan = { sessions: 1, bytes: 20_000_000, eventBytes: 2_000_000 };
  const { endGrowth, restartGrowth } = await longSessions(plan);
  expect(endGrowth).toBeLessThan(maxGrowth);
  expect(restartGrowth).toBeLessThan(maxGrowth);
});

it('[LV63] sessions that fill every buffer cost no session of another account an event', async () => {
  const { incomplete, refused } = await flood({ hostile: 40, honest: 8 });
  expect(refused).toBeGreaterThan(0);
  expect(incomplete).toBe(0);
});
