import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EndpointName,
  endpointNames,
  endpoints,
  type FaultName,
  faultyRequest,
  liveSession,
  makeKey,
  makeTestAccount,
  type Request,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

const slowDown = { code: 36, message: 'Too many requests. Please slow down.' };

describe('the limit per key', () => {
  let test: TestApp;
  let ours: TestAccount;
  let theirs: TestAccount;
  let id: string;
  let key: string;

  beforeAll(async () => {
    test = await testApp({ settings: { EDGE_BURST: 1_000_000, EDGE_RATE: 1_000_000 } });
    ours = await makeTestAccount(test.app, 'ours');
    theirs = await makeTestAccount(test.app, 'theirs');
  });
  afterAll(() => test[Symbol.asyncDispose]());
  beforeEach(async () => {
    ({ id, key } = await makeKey(test.app, ours.accountId));
  });

  const list = () => test.send(endpoints.avatars.request({ ...ours, key, sessionId: '' }));
  const passing = async (tries: number, request = list): Promise<number> => {
    let passed = 0;
    for (let i = 0; i < tries; i++) if ((await request()).status === 200) passed += 1;
    return passed;
  };

  const ref = () => ({ accountId: ours.accountId, id });
  const setLimits = (limits: { burst: number | null; rate: number | null }) =>
    testChange(test.sql, (change) => test.app.keys.setLimits(change, ref(), limits));
  const setDisabled = (disabled: boolean) =>
    testChange(test.sql, (change) => test.app.keys.setDisabled(change, ref(), disabled));

  it('lets 100 through at once and refuses the 101st', async () => {
    expect(await passing(100)).toBe(100);
    expect(await list()).toMatchObject({ status: 429, body: { error: slowDown } });
  });

  it('lets one more through after exactly 20 ms, and not one ms before', async () => {
    await passing(100);
    test.clock.advance(19);
    expect(await passing(1)).toBe(0);
    test.clock.advance(1);
    expect(await passing(2)).toBe(1);
  });

  it('is full again after 2 s, and holds no more than that after an hour', async () => {
    await passing(100);
    test.clock.advance(2_000);
    expect(await passing(110)).toBe(100);
    test.clock.advance(3_600_000);
    expect(await passing(110)).toBe(100);
  });

  it('lets 50 a second through, and refused requests spend nothing', async () => {
    await passing(100);
    for (let second = 0; second < 3; second++) {
      let passed = 0;
      for (let i = 0; i < 100; i++) {
        test.clock.advance(10);
        passed += await passing(2);
      }
      expect(passed).toBe(50);
    }
  });

  it('is shared by the four endpoints', async () => {
    const requests = (): Request[] =>
      endpointNames.map((name) => {
        const { sessionId } = liveSession(test.bus.sessions, ours);
        return endpoints[name].request({ ...ours, key, sessionId });
      });
    for (let round = 0; round < 25; round++) {
      for (const request of requests()) expect((await test.send(request)).status).toBe(200);
    }
    for (const request of requests()) expect((await test.send(request)).status).toBe(429);
  });

  it('is separate for each key of an account', async () => {
    await passing(100);
    ({ key } = await makeKey(test.app, ours.accountId));
    expect(await passing(110)).toBe(100);
  });

  it('applies a key’s own limits at once: lower ones, higher ones and the default again', async () => {
    await setLimits({ burst: 5, rate: 1 });
    expect(await passing(10)).toBe(5);
    test.clock.advance(1_000);
    expect(await passing(10)).toBe(1);
    await setLimits({ burst: 300, rate: 1_000 });
    test.clock.advance(1_000);
    expect(await passing(310)).toBe(300);
    await setLimits({ burst: null, rate: null });
    test.clock.advance(2_000);
    expect(await passing(110)).toBe(100);
  });

  it('applies one of the two limits and leaves the other at its default', async () => {
    await setLimits({ burst: 10, rate: null });
    expect(await passing(20)).toBe(10);
    test.clock.advance(20);
    expect(await passing(2)).toBe(1);
  });

  it.each([
    ['no scope', 'session query'],
    ['no scope', 'avatars'],
    ['bad parameters', 'session query'],
    ['bad parameters', 'disconnect'],
    ['bad parameters', 'avatars'],
    ['bad parameters', 'generate-token'],
    ['bad expire_at', 'generate-token'],
    ['session gone', 'session query'],
    ['foreign avatar', 'session query'],
    ['foreign avatar', 'generate-token'],
    ['not on the allowlist', 'disconnect'],
    ['wrong origin', 'generate-token'],
  ] satisfies [FaultName, EndpointName][])(
    'is spent by a request refused for: %s, on %s',
    async (fault, endpoint) => {
      const request = await faultyRequest(test, { ours, theirs }, endpoint, [fault]);
      const sent = { url: '/avatars', headers: { 'x-api-key': request.headers?.['x-api-key'] ?? '' } };
      for (let i = 0; i < 100; i++) expect((await test.send(request)).status).not.toBe(429);
      expect((await test.send(sent)).status).toBe(429);
    },
  );

  it('is not spent by a request refused for its key', async () => {
    await setLimits({ burst: 1, rate: 1 });
    await setDisabled(true);
    for (let i = 0; i < 10; i++) {
      const query = endpoints['session query'].request({ ...ours, key, sessionId: 'ses_x' });
      expect(await test.send(query)).toMatchObject({ body: { failReason: 32 } });
    }
    await setDisabled(false);
    expect(await passing(2)).toBe(1);
  });

  it('is not spent by requests that never reach a key: unknown address, wrong method, wrong host', async () => {
    await setLimits({ burst: 1, rate: 1 });
    const headers = { 'x-api-key': key };
    await test.send({ url: '/nothing', headers });
    await test.send({ method: 'POST', url: '/avatars', headers });
    await test.send({ url: '/avatars', headers: { ...headers, host: 'evil.example' } });
    expect(await passing(2)).toBe(1);
  });

  it('passes 100 of 300 requests that come at the same instant', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, list));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(100);
  });
});

describe('the limit per source address on session query', () => {
  const query = { url: '/session/query' };
  const start = (settings: NonNullable<Parameters<typeof testApp>[0]>['settings'] = {}) =>
    testApp({ settings });
  /** How many of these queries pass the edge limit. They are then refused because they have no key. */
  const passing = async (test: TestApp, tries: number, request: Partial<Request> = {}): Promise<number> => {
    let passed = 0;
    for (let i = 0; i < tries; i++) {
      const { status, text } = await test.send({ ...query, ...request });
      if (status === 401) passed += 1;
      else expect({ status, text }).toEqual({ status: 429, text: '' });
    }
    return passed;
  };
  const forwarded = (chain: string) => ({ headers: { 'x-forwarded-for': chain } });

  it('lets 120 through at once and 60 a second after, whatever key they bring', async () => {
    await using test = await start();
    expect(await passing(test, 130)).toBe(120);
    expect(await passing(test, 1, { headers: { 'x-api-key': 'another' } })).toBe(0);
    test.clock.advance(1_000);
    expect(await passing(test, 70)).toBe(60);
    test.clock.advance(16.6);
    expect(await passing(test, 1)).toBe(0);
    test.clock.advance(0.1);
    expect(await passing(test, 2)).toBe(1);
  });

  it('spends nothing of a key’s own limit when it refuses', async () => {
    await using test = await start({ EDGE_BURST: 1, EDGE_RATE: 1 });
    const ours = await makeTestAccount(test.app, 'ours');
    const { sessionId } = liveSession(test.bus.sessions, ours);
    const request = endpoints['session query'].request({ ...ours, sessionId });
    expect(await test.send(request)).toMatchObject({ status: 200 });
    for (let i = 0; i < 200; i++) await test.send(request);
    for (let i = 0; i < 99; i++) {
      expect(await test.send({ ...request, from: `198.51.100.${i}` })).toMatchObject({ status: 200 });
    }
  });

  it('is separate for each source address, and does not apply to other endpoints', async () => {
    await using test = await start();
    await passing(test, 120, { from: '203.0.113.1' });
    expect(await passing(test, 130, { from: '203.0.113.2' })).toBe(120);
    const ours = await makeTestAccount(test.app, 'ours');
    for (const name of ['generate-token', 'avatars', 'disconnect'] as const) {
      const { sessionId } = liveSession(test.bus.sessions, ours);
      const request = { ...endpoints[name].request({ ...ours, sessionId }), from: '203.0.113.1' };
      expect(await test.send(request)).toMatchObject({ status: 200 });
    }
  });

  it('is set by EDGE_BURST and EDGE_RATE', async () => {
    await using test = await start({ EDGE_BURST: 3, EDGE_RATE: 2 });
    expect(await passing(test, 5)).toBe(3);
    test.clock.advance(500);
    expect(await passing(test, 5)).toBe(1);
  });

  it('believes no header about the source address if no proxy is trusted', async () => {
    await using test = await start({ EDGE_BURST: 4, EDGE_RATE: 1 });
    let passed = 0;
    for (const header of [
      'x-forwarded-for',
      'forwarded',
      'x-real-ip',
      'cf-connecting-ip',
      'true-client-ip',
      'x-client-ip',
    ]) {
      passed += await passing(test, 1, { headers: { [header]: `198.51.100.${passed}` } });
    }
    expect(passed).toBe(4);
  });

  describe('behind the trusted proxies 10.0.0.0/8', () => {
    let test: TestApp;
    beforeAll(async () => {
      test = await start({ EDGE_BURST: 2, EDGE_RATE: 1, TRUSTED_PROXIES: ['10.0.0.0/8', 'fd00::/8'] });
      return () => test[Symbol.asyncDispose]();
    });
    // Every limit is full again.
    beforeEach(() => test.clock.advance(3_600_000));

    it('counts the address that the proxy saw', async () => {
      expect(await passing(test, 3, { from: '10.0.0.1', ...forwarded('203.0.113.1') })).toBe(2);
      expect(await passing(test, 3, { from: '10.9.9.9', ...forwarded('203.0.113.1') })).toBe(0);
      expect(await passing(test, 3, { from: '10.0.0.1', ...forwarded('203.0.113.2') })).toBe(2);
      expect(await passing(test, 3, { from: 'fd00::1', ...forwarded('203.0.113.3') })).toBe(2);
    });

    it('counts the last address that is not a trusted proxy, whatever comes before it', async () => {
      let passed = 0;
      for (const made of [
        '1.1.1.1',
        '2.2.2.2, 3.3.3.3',
        '10.0.0.5',
        '::1',
        'unknown',
        '"',
        ',,',
        '😀'.normalize(),
      ]) {
        const chain = Buffer.from(`${made}, 203.0.113.1, 10.0.0.7`).toString('latin1');
        passed += await passing(test, 1, { from: '10.0.0.1', ...forwarded(chain) });
      }
      expect(passed).toBe(2);
    });

    it('believes nothing that comes from elsewhere', async () => {
      expect(await passing(test, 1, { from: '203.0.113.9', ...forwarded('198.51.100.1') })).toBe(1);
      expect(await passing(test, 1, { from: '203.0.113.9', ...forwarded('198.51.100.2') })).toBe(1);
      expect(await passing(test, 1, { from: '203.0.113.9', ...forwarded('198.51.100.3') })).toBe(0);
    });

    it.each(['', ' ', ',', 'not an address', '10.0.0.3', '10.0.0.3, 10.0.0.4'])(
      'still answers if the proxies send only "%s"',
      async (chain) => {
        expect(await passing(test, 1, { from: '10.0.0.1', ...forwarded(chain) })).toBe(1);
      },
    );
  });

  it('counts all addresses of one IPv6 network of 64 bits as one', async () => {
    await using test = await start({ EDGE_BURST: 2, EDGE_RATE: 1 });
    expect(await passing(test, 1, { from: '2001:db8:1:2::1' })).toBe(1);
    expect(await passing(test, 1, { from: '2001:db8:1:2:ffff:ffff:ffff:ffff' })).toBe(1);
    expect(await passing(test, 1, { from: '2001:db8:1:2:3::' })).toBe(0);
    expect(await passing(test, 1, { from: '2001:db8:1:3::1' })).toBe(1);
  });
});
