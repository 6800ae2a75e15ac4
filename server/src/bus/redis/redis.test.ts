import { randomUUID } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type CommandParser, createClient, createCluster, defineScript } from '@redis/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog, systemClock } from '../../kernel/index.ts';
import { selfSignedCertificate } from '../../outbound/testing/self-signed-certificate.ts';
import { startRedis, stateDeadlineMs, type TestRedis } from '../../testing/index.ts';
import { type LimitStep, type Link, OwnerUnreachable, RedisUnreachable } from '../linked/link.ts';
import {
  type LinkedScene,
  linkedContract,
  linkedScene,
  ownedBy,
  present,
  type TimedLinks,
} from '../linked/linked.contract.ts';
import { openRedisLink } from '../open-redis-link.ts';
import { createSharedCache } from '../shared-cache.ts';
import { startRedisCluster } from '../testing/redis-cluster.ts';
import { limitScript } from './limit-script.ts';

const program = process.env.PARLEY_REDIS_SERVER;
const log = createLog('silent');

const limits = { commandTimeoutMs: 1_000, startLimitMs: 10_000 };
// On a busy machine an answer may take longer than a service waits for it.
const patient = { ...limits, commandTimeoutMs: stateDeadlineMs };

const linksTo = (url: string, options = limits) => {
  const namespace = randomUUID();
  return {
    connect: () => openRedisLink({ url, namespace, log, ...options }),
    [Symbol.asyncDispose]: async () => {},
  };
};

/**
 * The limits by a time of the test. It stands still while the clock of Redis goes on, so keys are kept for an hour. The
 * tests of a server share a client: the library takes 60 ms to make one with other scripts than the last one.
 */
function timedLinks(url: () => string) {
  let nowMs = 1e12;
  const connect = async () => {
    const limitStep = timedScript(() => nowMs);
    const rootNodes = url()
      .split(',')
      .map((node) => ({ url: node }));
    const { password } = new URL(rootNodes[0]?.url ?? '');
    const scripts = { limitStep };
    const client =
      rootNodes.length === 1
        ? createClient({ url: url(), scripts })
        : createCluster({ rootNodes, defaults: { password }, scripts });
    // Later tests kill the server.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  let connected: ReturnType<typeof connect> | undefined;
  afterAll(async () => (await connected)?.destroy());
  return async (): Promise<TimedLinks> => {
    connected ??= connect();
    const client = await connected;
    const links = linksTo(url(), patient);
    const buckets = randomUUID();
    return {
      async connect() {
        const link = await links.connect();
        const timedStep: Link['limitStep'] = (bucket, step) => client.limitStep(`${buckets}:${bucket}`, step);
        return Object.assign(link, { limitStep: timedStep });
      },
      advance(ms) {
        nowMs += ms;
      },
      [Symbol.asyncDispose]: async () => {},
    };
  };
}

function timedScript(nowMs: () => number) {
  const changes = [
    ["redis.call('TIME')", '{ARGV[4], ARGV[5]}'],
    ['math.ceil(next - now) + 1', '3600000'],
  ] as const;
  for (const [part] of changes) expect(limitScript.SCRIPT).toContain(part);
  return defineScript({
    ...limitScript,
    SCRIPT: changes.reduce((script, [part, instead]) => script.replace(part, instead), limitScript.SCRIPT),
    parseCommand(parser: CommandParser, key: string, step: LimitStep) {
      limitScript.parseCommand(parser, key, step);
      parser.push(String(Math.floor(nowMs() / 1_000)), String((nowMs() % 1_000) * 1_000));
    },
  });
}

describe.skipIf(program === undefined)('the bus on Redis', () => {
  let redis: TestRedis;

  beforeAll(async () => {
    redis = await startRedis(program ?? '');
  });
  afterAll(() => redis[Symbol.asyncDispose]());

  linkedContract(
    async () => linksTo(redis.url, patient),
    timedLinks(() => redis.url),
  );

  describe('while Redis is down', () => {
    let scene: LinkedScene;
    beforeEach(() => {
      scene = linkedScene(linksTo(redis.url));
    });
    afterEach(async () => {
      redis.resume();
      await scene[Symbol.asyncDispose]();
    });

    for (const { name, lose, bring } of [
      { name: 'killed', lose: () => redis.kill(), bring: () => redis.restart() },
      { name: 'hung', lose: async () => redis.pause(), bring: async () => redis.resume() },
    ]) {
      it(`local sessions go on, remote sessions are unreachable, limits count per process, and everything recovers (${name})`, async () => {
        const [one, two] = [await scene.open('one'), await scene.open('two')];
        using _far = one.sessions.add(present('ses_far'));
        using _near = two.sessions.add(present('ses_near'));
        scene.owners.set('ses_far', ownedBy('one')).set('ses_near', ownedBy('two'));
        const reach = async () => {
          try {
            return (await two.sessions.find('ses_far'))?.accountId;
          } catch (error) {
            return error instanceof OwnerUnreachable ? 'unreachable' : String(error);
          }
        };
        expect(await reach()).toBe('acc_a');

        await lose();
        await expect.poll(reach).toBe('unreachable');
        await expect.poll(() => two.link.isUp()).toBe(false);
        expect(await two.sessions.find('ses_near')).not.toBeNull();
        const rule = { burst: 5, rate: 0.001 };
        const taken = await Promise.all(Array.from({ length: 20 }, () => two.limits.take('away', rule)));
        expect(taken.filter(Boolean)).toHaveLength(5);
        expect(() => two.topics.publish('news', 'lost')).not.toThrow();

        await bring();
        await expect.poll(reach).toBe('acc_a');
        const heard: string[] = [];
        using _there = two.topics.subscribe('news', (message) => heard.push(message));
        await expect.poll(() => one.link.isUp()).toBe(true);
        one.topics.publish('news', 'back');
        await expect.poll(() => heard).toContain('back');
        const takeBoth = async () => {
          const bucket = randomUUID();
          const tries = Array.from({ length: 20 }, (_, index) =>
            [one, two][index % 2]?.limits.take(bucket, rule),
          );
          return (await Promise.all(tries)).filter(Boolean).length;
        };
        await expect.poll(takeBoth).toBe(5);
      });
    }

    it('a cache forgets what it knew, because messages were lost', async () => {
      const [one, two] = [await scene.open('one'), await scene.open('two')];
      let row = 'old';
      const cacheOf = (topics: typeof one.topics) =>
        createSharedCache({
          topic: 'rows',
          topics,
          clock: systemClock,
          maxAgeMs: 3_600_000,
          maxEntries: 10,
          read: async () => row,
        });
      using writer = cacheOf(one.topics);
      using reader = cacheOf(two.topics);
      expect(await reader.get('a')).toBe('old');
      await redis.kill();
      await expect.poll(() => one.link.isUp()).toBe(false);
      row = 'new';
      writer.forget('a');
      expect(await reader.get('a')).toBe('old');
      await redis.restart();
      await expect.poll(() => reader.get('a')).toBe('new');
    });

    it('a thousand calls fail at once, and none waits', async () => {
      const two = await scene.open('two');
      scene.owners.set('ses_far', ownedBy('one'));
      redis.pause();
      await expect.poll(() => two.link.isUp()).toBe(false);
      const calls = Array.from({ length: 1_000 }, async () => two.sessions.find('ses_far'));
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    });
  });

  it('a Redis without free memory carries messages, limits count per process, and everything recovers', async () => {
    await using scene = linkedScene(linksTo(redis.url));
    const [one, two] = [await scene.open('one'), await scene.open('two')];
    const owner = createClient({ url: redis.url }).on('error', () => {});
    await owner.connect();
    const setMemory = (bytes: string) => owner.sendCommand(['CONFIG', 'SET', 'maxmemory', bytes]);
    const takeAll = async () => {
      const bucket = randomUUID();
      const tries = Array.from({ length: 20 }, (_, i) =>
        [one, two][i % 2]?.limits.take(bucket, { burst: 5, rate: 0.001 }),
      );
      return (await Promise.all(tries)).filter(Boolean).length;
    };
    try {
      await setMemory('1');
      expect(await takeAll()).toBe(10);
      expect(await one.limits.has('look', { burst: 5, rate: 0.001 })).toBe(true);
      expect([one.link.isUp(), one.link.countsLimits()]).toEqual([true, false]);
      using _session = one.sessions.add(present('ses_far'));
      scene.owners.set('ses_far', ownedBy('one'));
      expect(await two.sessions.find('ses_far')).not.toBeNull();
      await setMemory('0');
      expect(await takeAll()).toBe(5);
      expect(one.link.countsLimits()).toBe(true);
    } finally {
      await setMemory('0');
      owner.destroy();
    }
  });

  it('a Redis that refuses the password is reported at the start', async () => {
    await using guarded = await startRedis(program ?? '', { password: 'sesame' });
    await using opened = await linksTo(guarded.url).connect();
    expect(opened.isUp).toBe(true);
    const url = guarded.url.replace('sesame', 'wrong');
    const refused = linksTo(url, { ...limits, startLimitMs: 200 }).connect();
    await expect(refused).rejects.toThrow(/WRONGPASS.*Check REDIS_URL/);
    await expect(refused).rejects.toThrow(RedisUnreachable);
  });

  it('TLS is spoken with a server whose certificate is trusted, and with no other', async () => {
    const certificate = selfSignedCertificate({ ipv4: ['127.0.0.1'] });
    await using secure = await startRedis(program ?? '', { tls: certificate, password: 'sesame' });
    const { url } = secure;
    await expect(linksTo(url, { ...limits, startLimitMs: 200 }).connect()).rejects.toThrow(
      /self-signed certificate/,
    );
    const trusted = getCACertificates('default');
    // As NODE_EXTRA_CA_CERTS does at the start of a process.
    setDefaultCACertificates([...trusted, certificate.cert]);
    try {
      await using link = await linksTo(url).connect();
      expect(await link.limitStep('a', { burst: 1, rate: 1, take: true })).toBe(true);
    } finally {
      setDefaultCACertificates(trusted);
    }
  });
});

describe.skipIf(program === undefined)('the bus on a Redis Cluster with a password', () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>;
  beforeAll(async () => {
    cluster = await startRedisCluster(program ?? '', 'sesame');
  });
  afterAll(() => cluster[Symbol.asyncDispose]());

  linkedContract(
    async () => linksTo(cluster.url, patient),
    timedLinks(() => cluster.url),
  );

  it('a link is closed at any moment, without waiting for answers', async () => {
    const links = linksTo(cluster.url, { ...limits, commandTimeoutMs: 1_000_000_000 });
    for (let round = 0; round < 18; round++) {
      const link = await links.connect();
      const sent = Promise.allSettled([link.subscribe('one', () => {}), link.publish('one', 'x')]);
      // The link is closed after zero to five turns of the event loop, in which it probes.
      for (let turn = 0; turn < round % 6; turn++) await new Promise(setImmediate);
      await link[Symbol.asyncDispose]();
      await sent;
    }
  });
});
