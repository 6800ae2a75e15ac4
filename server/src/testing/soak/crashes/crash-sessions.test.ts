import { expect, it } from 'vitest';
import { crashSessions } from './crash-sessions.ts';

it('[LV53] [LV60] [LV61] a planned stop and kill -9 under traffic: sessions of users who return continue, and the others end exactly once', async () => {
  const lines: string[] = [];
  await crashSessions(10, (line) => lines.push(line));
  expect(lines.at(-1)).toMatch(/logged in and out once$/);
});
