import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sql } from '../../db/index.ts';
import type { Outbox, StoredEvent } from '../../events/index.ts';
import { createLog } from '../../kernel/index.ts';
import type { WaitingRow } from './session-row.ts';
import { createSessionWriter } from './session-writer.ts';

const row = { id: 'ses_a', pendingUtterances: null } as WaitingRow;
const event = (id: string, accountId = 'acc_a'): StoredEvent =>
  ({ id, accountId, name: 'agent:error', body: '{}' }) as StoredEvent;
const away = () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });

describe('the writer of sessions', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A database that first answers with these failures and then accepts everything. */
  const writerWith = (failures: () => Error | undefined) => {
    const logged: string[] = [];
    const stored: string[] = [];
    let written = 0;
    const begin = async (work: (tx: unknown) => Promise<unknown>) => {
      const failure = failures();
      if (failure !== undefined) throw failure;
      written += 1;
      return await work(() => Object.assign([], { count: Number.POSITIVE_INFINITY }));
    };
    const sql = { begin } as unknown as Sql;
    const log = createLog('info', {
      write: (line) => logged.push((JSON.parse(line) as { msg: string }).msg),
    });
    const enqueue = async (_tx: unknown, events: readonly StoredEvent[]) => {
      stored.push(...events.map(({ id }) => id));
      return [];
    };
    const outbox = { committed: () => {}, enqueue } as unknown as Outbox;
    return {
      stored,
      writer: createSessionWriter({ sql, outbox, log, owner: () => null, handleLost() {} }),
      logged,
      written: () => written,
    };
  };

  it('waits for a database that is unavailable for minutes', async () => {
    let left = 200;
    const { writer, logged, written } = writerWith(() => (left-- > 0 ? away() : undefined));
    const done = vi.fn();
    void writer.write({ row, events: [] }).then(done);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).not.toHaveBeenCalled();
    expect(new Set(logged)).toEqual(new Set(['the database is unavailable, session changes wait for it']));
    await vi.advanceTimersByTimeAsync(240_000);
    expect(done).toHaveBeenCalled();
    expect(written()).toBe(1);
    expect(logged).not.toContain('could not store a session change');
  });

  it('[LV62] gives up waiting after a moment if the service stops, and does not say that it stored', async () => {
    const { writer, logged } = writerWith(away);
    const done = vi.fn();
    void writer.write({ row, events: [] }).then(done);
    const stopped = vi.fn();
    void writer.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(done).toHaveBeenCalledWith(false);
    expect(stopped).toHaveBeenCalled();
    expect(logged).toEqual(['could not store a session change']);
  });

  it('[LV63] keeps a change that cannot be stored now, tries again, and stores later changes after it', async () => {
    let left = 3;
    const refused = () => Object.assign(new Error('no such column'), { code: '42703' });
    const { writer, logged, stored } = writerWith(() => (left-- > 0 ? refused() : undefined));
    const done = vi.fn();
    void writer.write({ row, events: [event('one')] }).then(done);
    await vi.advanceTimersByTimeAsync(100);
    void writer.write({ row, events: [event('two')] }).then(done);
    void writer.write({ row, events: [event('three')] }).then(done);
    expect(logged).toEqual(['could not store a session change']);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stored).toEqual(['one', 'two', 'three']);
    expect(done.mock.calls).toEqual([[true], [true], [true]]);
  });

  it('[LV63] stores every change of state of one account while another has filled its share', async () => {
    let isAway = true;
    const { writer, stored } = writerWith(() => (isAway ? away() : undefined));
    const session = (id: string, events: StoredEvent[]) => writer.write({ row: { ...row, id }, events });
    const body = 'x'.repeat(256 * 1024);
    const loud = Array.from({ length: 1_000 }, (_, n) =>
      session(`ses_loud${n}`, [{ ...event(`error ${n}`, 'acc_loud'), body }]),
    );
    const states = Array.from({ length: 1_000 }, (_, n) =>
      session(`ses_loud${n}`, [{ ...event(`state ${n}`, 'acc_loud'), name: 'connection:state-changed' }]),
    );
    const quiet = Array.from({ length: 100 }, (_, n) => session(`ses_quiet${n}`, [event(`quiet ${n}`)]));
    isAway = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(new Set(await Promise.all([...states, ...quiet]))).toEqual(new Set([true]));
    expect(stored.filter((id) => id.startsWith('quiet'))).toHaveLength(100);
    expect(stored.filter((id) => id.startsWith('state'))).toHaveLength(1_000);
    const kept = (await Promise.all(loud)).filter(Boolean).length;
    expect(kept).toBe(stored.filter((id) => id.startsWith('error')).length);
    expect(kept).toBeLessThan(1_000);
  });

  it('[LV63] packs words when they are written, in batches of a few megabytes', async () => {
    const { writer, written } = writerWith(() => undefined);
    const packed = vi.fn(() => 'x'.repeat(1024 * 1024));
    const pendingUtterances = { bytes: 1024 * 1024, pack: packed };
    const all = Array.from({ length: 20 }, (_, n) =>
      writer.write({ row: { ...row, id: `ses_${n}`, pendingUtterances }, events: [] }),
    );
    expect(packed).not.toHaveBeenCalled();
    await Promise.all(all);
    expect(packed).toHaveBeenCalledTimes(20);
    expect(written()).toBeGreaterThan(5);
  });
});
