import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type EndpointName,
  endpoints,
  liveSession,
  makeKey,
  makeTestAccount,
  type Request,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';
import { anyText, testChange } from '../../testing/index.ts';

const runsPerEndpoint = 1_000;

type Codes = Readonly<Record<number, readonly number[]>>;
const sessionCodes: Codes = {
  400: [7],
  401: [16, 29, 30, 31],
  403: [24, 32, 33, 34, 35],
  404: [65],
  429: [36],
};
const allowed: Record<EndpointName, Codes> = {
  'generate-token': { 400: [7, 19], 401: [16], 403: [33, 34, 35], 429: [36] },
  avatars: { 400: [7], 401: [16], 403: [34, 35], 429: [36] },
  'session query': sessionCodes,
  disconnect: sessionCodes,
};

const count = expect.toSatisfy((value) => Number.isInteger(value) && value >= 0);
const successes: Record<EndpointName, unknown> = {
  'generate-token': { jwt: expect.any(String), expires_in: count, avatar_id: expect.any(String) },
  avatars: {
    avatars: expect.any(Array),
    pagination: { page: count, size: count, total: count, total_pages: count, has_next: expect.any(Boolean) },
  },
  'session query': { status: 'OK', failReason: 0, sessionId: expect.any(String), state: expect.any(Object) },
  disconnect: { status: 'OK', failReason: 0 },
};

function expectContract(endpoint: EndpointName, { status, headers, body }: Answer) {
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers).not.toHaveProperty('retry-after');
  if (status === 200) return expect(body).toStrictEqual(successes[endpoint]);
  const known = expect.toSatisfy((code) => allowed[endpoint][status]?.includes(code) ?? false);
  const message = expect.any(String);
  const shape =
    endpoints[endpoint].shape === 'error'
      ? { error: { code: known, message } }
      : { status: 'FAIL', failReason: known, message };
  expect(body).toStrictEqual(shape);
}

describe('any request at all', () => {
  let test: TestApp;
  let ours: TestAccount;
  let theirs: TestAccount;
  let keys: string[];
  let sessions: string[];
  const seen = new Map<EndpointName, Map<string, number>>();

  beforeAll(async () => {
    test = await testApp({ settings: { EDGE_BURST: 1_000_000, EDGE_RATE: 1_000_000 } });
    ours = await makeTestAccount(test.app, 'ours');
    theirs = await makeTestAccount(test.app, 'theirs');
    const unlimited = { burst: 1_000_000, rate: 1_000_000 };
    await testChange(test.sql, (change) =>
      test.app.keys.setLimits(change, { accountId: ours.accountId, id: ours.keyId }, unlimited),
    );
    const narrow = await makeKey(test.app, ours.accountId, {
      permissions: ['read_avatars'],
      avatarIds: [ours.avatarId],
    });
    const [revoked, disabled, fromShop] = await Promise.all([
      makeKey(test.app, ours.accountId),
      makeKey(test.app, ours.accountId),
      makeKey(test.app, ours.accountId, { origins: ['https://shop.example.com'] }),
    ]);
    await testChange(test.sql, (change) =>
      test.app.keys.revoke(change, { accountId: ours.accountId, id: revoked.id }),
    );
    await testChange(test.sql, (change) =>
      test.app.keys.setDisabled(change, { accountId: ours.accountId, id: disabled.id }, true),
    );
    await testChange(test.sql, (change) =>
      test.app.keys.setLimits(change, { accountId: ours.accountId, id: fromShop.id }, unlimited),
    );
    await testChange(test.sql, (change) =>
      test.app.keys.setLimits(change, { accountId: ours.accountId, id: narrow.id }, unlimited),
    );
    keys = [
      ours.key,
      ours.key,
      ours.key,
      ours.key,
      narrow.key,
      revoked.key,
      disabled.key,
      fromShop.key,
      theirs.key,
    ];
    sessions = [ours, ours, theirs].map((party) => liveSession(test.bus.sessions, party).sessionId);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const oddText = fc.oneof(
    anyText({ maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom(
      '',
      ' ',
      '\0',
      '__proto__',
      'constructor',
      'null',
      '-1',
      '1e9',
      '0',
      '129'.repeat(43),
      '\ufeff',
      "'",
    ),
  );
  const headerText = fc.string({ unit: fc.constantFrom(...'abcXYZ019 _-.:;,/="{}[]<>'), maxLength: 60 });
  const anySession = () => fc.oneof(fc.constantFrom(...sessions), oddText);
  const anyAvatar = () => fc.oneof(fc.constantFrom(String(ours.avatarId), String(theirs.avatarId)), oddText);
  const anyJson = fc.jsonValue({ maxDepth: 4 });

  const anyHeaders = () =>
    fc.record(
      {
        'x-api-key': fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...keys) },
          { weight: 1, arbitrary: headerText },
          { weight: 1, arbitrary: fc.constantFrom(...keys).map((key) => `${key.slice(0, -1)}!`) },
        ),
        'content-type': fc.oneof(fc.constant('application/json'), headerText),
        origin: fc.oneof(fc.constant('https://shop.example.com'), headerText),
        accept: headerText,
        'x-forwarded-for': headerText,
        authorization: headerText,
      },
      { requiredKeys: [] },
    );

  /** Mostly almost valid bodies, because completely wrong ones are refused before their fields are checked. */
  const anyBody = (fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      { weight: 1, arbitrary: anyJson },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
      { weight: 1, arbitrary: oddText },
      { weight: 1, arbitrary: fc.record(fields).map((body) => JSON.stringify(body).slice(0, -1)) },
    );

  const anyQuery = (fields: Record<string, fc.Arbitrary<string>>) => {
    const pair = fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .constantFrom(...Object.entries(fields))
          .chain(([name, value]) =>
            value.map((text) => `${name}=${encodeURIComponent(text.toWellFormed())}`),
          ),
      },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'%az09=&[];+/?:'), maxLength: 30 }) },
    );
    const whole = fc.tuple(
      ...Object.entries(fields).map(([name, value]) =>
        value.map((text) => `${name}=${encodeURIComponent(text.toWellFormed())}`),
      ),
    );
    return fc.oneof(whole, fc.array(pair, { maxLength: 4 })).map((pairs) => `?${pairs.join('&')}`);
  };

  const fieldsText = fc.oneof(
    fc
      .uniqueArray(fc.constantFrom('avatarStatus', 'avatarId', 'userId', 'lastActivityAt'), { minLength: 1 })
      .map(String),
    oddText,
  );
  const numberText = fc.oneof(fc.nat(120).map(String), fc.double().map(String), oddText);

  const makers: Record<EndpointName, () => fc.Arbitrary<Request>> = {
    'generate-token': () =>
      fc.record({
        method: fc.constant('POST' as const),
        url: fc.constant('/auth/generate-token'),
        headers: anyHeaders(),
        body: anyBody({
          avatar_id: fc.oneof(anyAvatar(), anyAvatar(), anyJson),
          expire_at: fc.oneof(fc.integer({ min: 50, max: 3700 }), fc.double(), anyJson),
        }),
      }),
    avatars: () =>
      fc.record({
        url: anyQuery({ page: numberText, size: numberText }).map((query) => `/avatars${query}`),
        headers: anyHeaders(),
      }),
    'session query': () =>
      fc.record({
        url: anyQuery({ sessionId: anySession(), fields: fieldsText }).map(
          (query) => `/session/query${query}`,
        ),
        headers: anyHeaders(),
      }),
    disconnect: () =>
      fc.record({
        method: fc.constant('POST' as const),
        url: fc.constant('/sessions/disconnect'),
        headers: anyHeaders(),
        body: anyBody({ session_id: fc.oneof(anySession(), anySession(), anyJson) }),
      }),
  };

  it.each(Object.keys(makers) as EndpointName[])(
    `is answered as the contract says: ${runsPerEndpoint} to %s`,
    async (endpoint) => {
      const answers = new Map<string, number>();
      seen.set(endpoint, answers);
      await fc.assert(
        fc.asyncProperty(makers[endpoint](), async (request) => {
          const answer = await test.send(request);
          expectContract(endpoint, answer);
          const { error, failReason = error?.code ?? 0 } = answer.body as {
            error?: { code: number };
            failReason?: number;
          };
          const outcome = `${answer.status}/${failReason}`;
          answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
        }),
        { numRuns: runsPerEndpoint },
      );
    },
  );

  it.each([
    ['generate-token', ['200/0', '400/7', '400/19', '401/16', '403/33', '403/35']],
    ['avatars', ['200/0', '400/7', '401/16', '429/36']],
    ['session query', ['200/0', '400/7', '401/29', '401/16', '403/24', '403/32', '403/34', '404/65']],
    ['disconnect', ['400/7', '401/29', '401/16', '403/24', '403/32', '403/34', '404/65']],
  ] as const)('reached far enough into %s to mean something', (endpoint, outcomes) => {
    expect([...(seen.get(endpoint)?.keys() ?? [])]).toEqual(expect.arrayContaining([...outcomes]));
  });
});
