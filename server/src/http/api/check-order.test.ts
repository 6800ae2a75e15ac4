import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EndpointName,
  endpoints,
  type FaultName,
  faultyRequest,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';

/** One step of an endpoint's checks: the faults that it finds, and the answer to them. */
type Step = { readonly faults: readonly FaultName[]; readonly status: number; readonly code: number | null };

const step = (status: number, code: number | null, ...faults: FaultName[]): Step => ({
  status,
  code,
  faults,
});

const sessionSteps: readonly Step[] = [
  step(401, 30, 'no key'),
  step(401, 29, 'malformed key'),
  step(401, 31, 'unknown key'),
  step(401, 16, 'revoked key'),
  step(403, 32, 'disabled key'),
  step(429, 36, 'key limit'),
  step(403, 34, 'no scope'),
  step(403, 35, 'wrong origin'),
  step(400, 7, 'bad parameters'),
  step(404, 65, 'session gone'),
  step(403, 24, 'foreign avatar'),
  step(403, 33, 'not on the allowlist'),
];
const anyKeyFault = step(401, 16, 'no key', 'malformed key', 'unknown key', 'revoked key', 'disabled key');

const orders: Record<EndpointName, readonly Step[]> = {
  'session query': [step(429, null, 'edge limit'), ...sessionSteps],
  disconnect: sessionSteps,
  'generate-token': [
    anyKeyFault,
    step(429, 36, 'key limit'),
    step(403, 34, 'no scope'),
    step(403, 35, 'wrong origin'),
    step(400, 7, 'bad parameters'),
    step(403, 33, 'foreign avatar', 'no such avatar', 'not on the allowlist'),
  ],
  avatars: [
    anyKeyFault,
    step(429, 36, 'key limit'),
    step(403, 34, 'no scope'),
    step(403, 35, 'wrong origin'),
    step(400, 7, 'bad parameters'),
  ],
};

/** A key that does not exist has no bucket that could be empty. */
const impossible = (first: FaultName, second: FaultName): boolean =>
  first === 'unknown key' && second === 'key limit';

const pairsOf = (endpoint: EndpointName) =>
  orders[endpoint].flatMap((earlier, index) =>
    orders[endpoint].slice(index + 1).flatMap((later) =>
      earlier.faults.flatMap((first) =>
        later.faults
          .filter((second) => !impossible(first, second))
          .map((second) => ({
            endpoint,
            first,
            second,
            status: earlier.status,
            code: earlier.code,
          })),
      ),
    ),
  );

const codeIn = (endpoint: EndpointName, body: unknown): unknown => {
  if (body === undefined) return null;
  return endpoints[endpoint].shape === 'error'
    ? (body as { error: { code: number } }).error.code
    : (body as { failReason: number }).failReason;
};

describe.each(Object.keys(orders) as EndpointName[])('the order of checks on %s', (endpoint) => {
  let test: TestApp;
  let parties: { ours: TestAccount; theirs: TestAccount };

  beforeAll(async () => {
    test = await testApp({ settings: { EDGE_BURST: 1, EDGE_RATE: 1 } });
    parties = {
      ours: await makeTestAccount(test.app, 'ours'),
      theirs: await makeTestAccount(test.app, 'theirs'),
    };
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it.each(pairsOf(endpoint))('$first comes before $second', async ({ first, second, status, code }) => {
    const answer = await test.send(await faultyRequest(test, parties, endpoint, [first, second]));
    expect({ status: answer.status, code: codeIn(endpoint, answer.body) }).toStrictEqual({ status, code });
  });

  it('gives the first for a request that is wrong in every way at once', async () => {
    const faults = orders[endpoint].flatMap((each) => each.faults);
    const [first] = orders[endpoint];
    const answer = await test.send(await faultyRequest(test, parties, endpoint, faults));
    expect({ status: answer.status, code: codeIn(endpoint, answer.body) }).toStrictEqual({
      status: first?.status,
      code: first?.code,
    });
  });
});

describe('the parameters of generate-token', () => {
  it('come before the avatar, each of them', async () => {
    await using test = await testApp();
    const ours = await makeTestAccount(test.app, 'ours');
    const theirs = await makeTestAccount(test.app, 'theirs');
    const request = await faultyRequest(test, { ours, theirs }, 'generate-token', [
      'bad expire_at',
      'foreign avatar',
    ]);
    expect((await test.send(request)).body).toMatchObject({ error: { code: 19 } });
  });

  it('come after the origin, each of them', async () => {
    await using test = await testApp();
    const ours = await makeTestAccount(test.app, 'ours');
    const request = await faultyRequest(test, { ours, theirs: ours }, 'generate-token', [
      'wrong origin',
      'bad expire_at',
    ]);
    expect((await test.send(request)).body).toMatchObject({ error: { code: 35 } });
  });
});
