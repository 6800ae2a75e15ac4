import { expect, it } from 'vitest';
import { startDeadline } from './deadline.ts';

it('a deadline aborts with the reason of a timeout', async () => {
  using deadline = startDeadline(1);
  await expect.poll(() => deadline.signal.aborted).toBe(true);
  expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('a deadline that is disposed of in time aborts nothing', async () => {
  const early = startDeadline(1);
  early[Symbol.dispose]();
  using later = startDeadline(20);
  await expect.poll(() => later.signal.aborted).toBe(true);
  expect(early.signal.aborted).toBe(false);
});
