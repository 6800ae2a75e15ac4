import { expect, it } from 'vitest';
import { crashCycle } from './crash-cycle.ts';

it('start, write, kill -9, start, read: each kind of crash once, without the loss of an acknowledged write', async () => {
  const lines: string[] = [];
  await crashCycle(4, (line) => lines.push(line));
  expect(lines).toHaveLength(4);
});
