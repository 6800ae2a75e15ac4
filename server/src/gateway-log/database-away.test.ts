import { afterEach, expect, it, vi } from 'vitest';
import type { ExchangeRecord } from '../brain/index.ts';
import type { Sql } from '../db/index.ts';
import { createGatewayLog } from './index.ts';

const exchange: ExchangeRecord = {
  accountId: 'acc_a',
  sessionId: 'ses_a',
  action: 'LOGIN',
  outcome: 'acknowledged',
  sentAt: 1_700_000_000_000,
  durationMs: 5,
  request: '{}',
  httpStatus: 200,
  answer: null,
  problem: null,
};

/** A database that refuses this many connections before it accepts one. Parts of statements need none. */
function refusing(times: number) {
  let refused = 0;
  const run = async ([text = '']: readonly string[]) => {
    if (refused >= times || !text.includes('insert into')) return [];
    refused += 1;
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  };
  return { sql: run as unknown as Sql, refused: () => refused };
}

afterEach(() => void vi.useRealTimers());

it('[LV62] the record of LOGIN and LOGOUT waits for a database that is unavailable for half a minute', async () => {
  vi.useFakeTimers();
  const { sql, refused } = refusing(40);
  const log = createGatewayLog(sql);
  const failures: unknown[] = [];
  log.add(exchange, (error) => failures.push(error));
  await vi.advanceTimersByTimeAsync(60_000);
  await log.settled();
  expect([refused(), failures]).toEqual([40, []]);
});

it('[LV62] [LV63] an account stays within its share of memory, and that does not keep the service from stopping', async () => {
  vi.useFakeTimers();
  const { sql } = refusing(Number.POSITIVE_INFINITY);
  const log = createGatewayLog(sql);
  const failures: Error[] = [];
  const large = { ...exchange, request: 'x'.repeat(1024 * 1024) };
  for (let i = 0; i < 40; i++) log.add(large, (error) => failures.push(error as Error));
  expect(failures.map(({ name }) => name)).toEqual(Array.from({ length: 25 }, () => 'BatcherFull'));
  const stopped = log.stop();
  await vi.advanceTimersByTimeAsync(30_000);
  await stopped;
  expect(failures).toHaveLength(40);
});
