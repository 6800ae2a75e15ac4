import { expect, it } from 'vitest';
import { createLog } from '../kernel/index.ts';
import { startIdleMemory } from './idle-memory.ts';

const megabyte = 1_024 * 1_024;
const log = createLog('silent');

it('releases memory once after it has grown or shrunk, only while the process is idle', async () => {
  let [rss, idle, released] = [100, false, 0];
  await using memory = startIdleMemory({
    isIdle: () => idle,
    log,
    everyMs: null,
    process: {
      rssBytes: () => rss * megabyte,
      release() {
        released += 1;
        rss = 60;
      },
    },
  });
  await memory.runNow();
  expect(released).toBe(0);
  idle = true;
  await memory.runNow();
  expect(released).toBe(1);
  rss = 70;
  await memory.runNow();
  expect(released).toBe(1);
  rss = 80;
  await memory.runNow();
  expect(released).toBe(2);
  rss = 40;
  await memory.runNow();
  expect(released).toBe(3);
});

it('really releases memory', async () => {
  let garbage: unknown[] | null = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  expect(garbage).toHaveLength(1_000_000);
  garbage = null;
  const before = process.memoryUsage().heapTotal;
  await using memory = startIdleMemory({ isIdle: () => true, log, everyMs: null });
  await memory.runNow();
  expect(process.memoryUsage().heapTotal).toBeLessThan(before - 20 * megabyte);
});
