import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog, systemClock } from '../../kernel/index.ts';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { startRedis, stateDeadlineMs, type TestRedis } from '../../testing/index.ts';
import { busContract } from '../bus.contract.ts';
import type { Bus, SessionPresence } from '../bus.ts';
import { openRedisBus } from './redis.ts';
import { RedisUnavailable } from './redis-link.ts';

const program = process.env.PARLEY_REDIS_SERVER;
const log = createLog('silent');

describe.skipIf(program === undefined)('the bus on Redis', () => {
  let redis: TestRedis;
  let opened: Bus[];
  /** Stands for the database. */
  const owners = new Map<string, string>();
  const ownerOf = async (sessionId: string) => owners.get(sessionId) ?? null;
  const open = async (processId: string, nowMs?: () => number) => {
    const clock = nowMs === undefined ? systemClock : manualClock();
    const times = nowMs === undefined ? {} : { nowMs };
    const bus = await openRedisBus({ url: redis.url, processId, clock, log, ownerOf, ...times });
    opened.push(bus);
    return bus;
  };
  const present = (sessionId: string, more: Partial<SessionPresence> = {}): SessionPresence => ({
    sessionId,
    accountId: 'acc_a',
    state: () => ({ avatarStatus: 'IDLE', avatarId: 1001, userId: 1, lastActivityAt: null }),
    disconnect: async () => true,
    callback: async () => 'taken',
    clearContext: async () => {},
    ...more,
  });

  beforeAll(async () => {
    redis = await startRedis(program ?? '');
  });
  afterAll(() => redis[Symbol.asyncDispose]());
  beforeEach(() => {
    opened = [];
    owners.clear();
  });
  afterEach(async () => {
    for (const bus of opened) await bus[Symbol.asyncDispose]();
  });

  let names = 0;
  busContract(async () => {
    opened = [];
    let now = 1e12 + names++ * 1e9;
    const bus = await open(`alone-${names}`, () => now);
    const advance = (ms: number) => {
      now += ms;
    };
    // Buckets of the test before have other names, because Redis is the same.
    const suffix = ` ${names}`;
    const limits: Bus['limits'] = {
      take: (bucket, rule) => bus.limits.take(bucket + suffix, rule),
      has: (bucket, rule) => bus.limits.has(bucket + suffix, rule),
    };
    return { bus: { ...bus, limits }, advance, [Symbol.asyncDispose]: async () => {} };
  });

  describe('between two processes', () => {
    it('a session is found, spoken to and ended where it is', async () => {
      const [one, two] = [await open('one'), await open('two')];
      const messages: unknown[] = [];
      using _session = one.sessions.add(
        present('ses_far', {
          callback: async (message) => {
            messages.push(message);
            return 'taken';
          },
          disconnect: async (by) => by === 'dashboard',
        }),
      );
      owners.set('ses_far', 'one');
      expect(await two.sessions.find('ses_far')).toMatchObject({
        accountId: 'acc_a',
        state: { avatarId: 1001 },
      });
      expect(await two.sessions.callback('ses_far', { message: 'Hello', interrupt: false })).toBe('taken');
      expect(messages).toEqual([{ message: 'Hello', interrupt: false }]);
      expect(await two.sessions.disconnect('ses_far', 'dashboard')).toBe(true);
      expect(await two.sessions.disconnect('ses_far', 'api')).toBe(false);
      expect(await two.sessions.clearContext('ses_far')).toBe(true);
    });

    it('a session that nobody owns is absent at once', async () => {
      const two = await open('two');
      expect(await two.sessions.find('ses_none')).toBeNull();
      expect(await two.sessions.callback('ses_none', { message: 'x', interrupt: false })).toBe('ended');
    });

    it('a session whose owner is not connected is not taken for ended', async () => {
      const two = await open('two');
      owners.set('ses_lost', 'one');
      await expect(two.sessions.find('ses_lost')).rejects.toThrow(RedisUnavailable);
    });

    it('an owner that fails is no absent session', async () => {
      const [one, two] = [await open('one'), await open('two')];
      using _session = one.sessions.add(
        present('ses_bad', { disconnect: () => Promise.reject(new Error('no')) }),
      );
      owners.set('ses_bad', 'one');
      await expect(two.sessions.disconnect('ses_bad')).rejects.toThrow(RedisUnavailable);
    });

    it('messages reach the listeners of both, once', async () => {
      const [one, two] = [await open('one'), await open('two')];
      const heard: string[] = [];
      using _here = one.topics.subscribe('news', (message) => heard.push(`one ${message}`));
      using _there = two.topics.subscribe('news', (message) => heard.push(`two ${message}`));
      one.topics.publish('news', 'a b');
      expect(heard).toEqual(['one a b']);
      two.topics.publish('news', 'last');
      await expect.poll(() => heard.length).toBe(4);
      expect(heard.toSorted()).toEqual(['one a b', 'one last', 'two a b', 'two last']);
    });

    it('limits are one: three processes together let through what one would', async () => {
      const three = [await open('one'), await open('two'), await open('three')];
      const rule = { burst: 60, rate: 0.001 };
      const answers = await Promise.all(
        Array.from({ length: 300 }, async (_, index) => three[index % 3]?.limits.take('shared', rule)),
      );
      expect(answers.filter(Boolean)).toHaveLength(60);
    });
  });

  describe('while Redis is away', () => {
    it('limits count per process, sessions here go on, sessions elsewhere are unreachable, and all heals', async () => {
      const [one, two] = [await open('one'), await open('two')];
      using _far = one.sessions.add(present('ses_far'));
      using _near = two.sessions.add(present('ses_near'));
      owners.set('ses_far', 'one').set('ses_near', 'two');
      expect(await two.sessions.find('ses_far')).not.toBeNull();

      const reach = async () => {
        try {
          return (await two.sessions.find('ses_far'))?.accountId;
        } catch (error) {
          return error instanceof RedisUnavailable ? 'unavailable' : String(error);
        }
      };
      await redis.kill();
      const rule = { burst: 5, rate: 0.001 };
      await expect.poll(reach).toBe('unavailable');
      expect(await two.sessions.find('ses_near')).not.toBeNull();
      const taken = await Promise.all(Array.from({ length: 20 }, () => two.limits.take('away', rule)));
      expect(taken.filter(Boolean)).toHaveLength(5);
      expect(() => two.topics.publish('news', 'lost')).not.toThrow();

      await redis.restart();
      await expect.poll(reach, { timeout: stateDeadlineMs }).toBe('acc_a');
      const heard: string[] = [];
      using _there = two.topics.subscribe('news', (message) => heard.push(message));
      one.topics.publish('news', 'back');
      await expect.poll(() => heard).toContain('back');
    });
  });

  it('takes a password', async () => {
    await using guarded = await startRedis(program ?? '', { password: 'sesame' });
    const bus = await openRedisBus({ url: guarded.url, processId: 'one', clock: systemClock, log, ownerOf });
    opened.push(bus);
    expect(await bus.limits.take('b', { burst: 1, rate: 0.001 })).toBe(true);
    expect(await bus.limits.take('b', { burst: 1, rate: 0.001 })).toBe(false);
  });
});
