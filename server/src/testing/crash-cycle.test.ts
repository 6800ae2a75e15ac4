import { expect, it } from 'vitest';
import { crashCycle } from './soak/crash-cycle.ts';

it('start, write, kill -9, start, read: 20 times in a row, and nothing acknowledged is lost', async () => {
  const lines: string[] = [];
  await crashCycle(20, (line) => lines.push(line));
  expect(lines).toHaveLength(20);
});
