import { describe, expect, it } from 'vitest';
import { WatchLog } from './watch-log.ts';

const clock = { now: () => 1_000 };
const opened = async () => {
  const log = new WatchLog(clock);
  const { epoch } = await log.read({ after: null, waitMs: 0 });
  const after = async (n: number, waitMs = 0) => await log.read({ after: { epoch, n }, waitMs });
  return { log, epoch, after };
};

describe('the log for watchers', () => {
  it('[LV101] gives each watcher what is new for them', async () => {
    const { log, epoch, after } = await opened();
    log.add({ kind: 'typing', active: true });
    log.add({ kind: 'typing', active: false });
    const second = { n: 2, at: 1_000, kind: 'typing', active: false };
    expect(await after(1)).toEqual({ epoch, entries: [second], last: 2, missed: false });
    expect(await after(2)).toEqual({ epoch, entries: [], last: 2, missed: false });
    expect(await log.read({ after: null, waitMs: 0 })).toEqual({
      epoch,
      entries: [],
      last: 2,
      missed: false,
    });
  });

  it('[LV101] answers those who wait when something comes, or when it is closed', async () => {
    const { log, after } = await opened();
    const waiting = [after(0, 600_000), after(0, 600_000)];
    log.add({ kind: 'link', state: 'dropped' });
    log.add({ kind: 'link', state: 'connected' });
    for (const answer of await Promise.all(waiting)) expect(answer.entries).toHaveLength(2);
    const last = after(2, 600_000);
    log.add({ kind: 'link', state: 'ended' });
    log.close();
    expect((await last).entries).toMatchObject([{ n: 3, state: 'ended' }]);
    expect((await after(3, 600_000)).entries).toEqual([]);
  });

  it('[LV101] tells a watcher who has missed entries, by number or by size, or who knows another log', async () => {
    const { log, after } = await opened();
    for (let n = 1; n <= 301; n++) log.add({ kind: 'typing', active: true });
    expect(await after(0)).toMatchObject({ missed: true, entries: [], last: 301 });
    expect((await after(1)).missed).toBe(false);
    expect((await after(1)).entries).toHaveLength(300);
    const text = 'x'.repeat(40_000);
    for (let n = 302; n <= 303; n++) log.add({ kind: 'held', text });
    expect((await after(301)).missed).toBe(true);
    expect((await after(302)).entries).toMatchObject([{ n: 303, text }]);
    log.add({ kind: 'held', text: text + text });
    expect(await after(303)).toMatchObject({ missed: true, entries: [], last: 304 });
    const other = await log.read({ after: { epoch: 'other', n: 304 }, waitMs: 600_000 });
    expect(other).toMatchObject({ missed: true, entries: [] });
  });

  it('keeps only the latest of the words that are being recognised', async () => {
    const { log, after } = await opened();
    for (const text of ['I', 'I would', 'I would like']) log.add({ kind: 'heard', text });
    expect((await after(0)).entries).toEqual([{ n: 3, at: 1_000, kind: 'heard', text: 'I would like' }]);
    expect((await after(2)).entries).toHaveLength(1);
  });
});
