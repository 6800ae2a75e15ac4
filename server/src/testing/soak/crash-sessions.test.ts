import { expect, it } from 'vitest';
import { crashSessions } from './crash-sessions.ts';

it('[LV53] [LV60] [LV61] a planned stop and kill -9 under traffic: users who return go on, the others end, each once', async () => {
  const lines: string[] = [];
  await crashSessions(20, (line) => lines.push(line));
  expect(lines.at(-1)).toMatch(/logged in and out once$/);
});
