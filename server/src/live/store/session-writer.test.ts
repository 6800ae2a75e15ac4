import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sql } from '../../db/index.ts';
import { createLog } from '../../kernel/index.ts';
import type { Outbox } from '../../webhooks/index.ts';
import type { SessionRow } from './session-row.ts';
import { createSessionWriter } from './session-writer.ts';

const row = { id: 'ses_a' } as SessionRow;
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
    let written = 0;
    const begin = async () => {
      const failure = failures();
      if (failure !== undefined) throw failure;
      written += 1;
      return [];
    };
    const sql = { begin } as unknown as Sql;
    const log = createLog('info', {
      write: (line) => logged.push((JSON.parse(line) as { msg: string }).msg),
    });
    const outbox = { committed: () => {} } as unknown as Outbox;
    return {
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

  it('gives up waiting after a moment if the service stops', async () => {
    const { writer, logged } = writerWith(away);
    const done = vi.fn();
    void writer.write({ row, events: [] }).then(done);
    const stopped = vi.fn();
    void writer.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(done).toHaveBeenCalled();
    expect(stopped).toHaveBeenCalled();
    expect(logged).toEqual(['could not store a session change']);
  });

  it('logs changes that can never be stored, and does not throw', async () => {
    const { writer, logged } = writerWith(() =>
      Object.assign(new Error('no such column'), { code: '42703' }),
    );
    await writer.write({ row, events: [] });
    expect(logged).toEqual(['could not store a session change']);
  });
});
