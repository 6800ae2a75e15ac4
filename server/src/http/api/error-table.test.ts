import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EndpointName,
  endpointNames,
  endpoints,
  type FaultName,
  faultyRequest,
  liveSession,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';

type Row = {
  readonly status: number;
  readonly code: number;
  readonly message: string | RegExp;
  /** The faults that make each endpoint of this row answer with it; one or several. */
  readonly causes: Partial<Record<EndpointName, readonly FaultName[]>>;
};

const anyKeyFault: readonly FaultName[] = [
  'no key',
  'malformed key',
  'unknown key',
  'revoked key',
  'disabled key',
];
const onSessions = (fault: FaultName) => ({ 'session query': [fault], disconnect: [fault] }) as const;
const onAll = (fault: FaultName) =>
  ({ ...onSessions(fault), 'generate-token': [fault], avatars: [fault] }) as const;

const table: readonly Row[] = [
  {
    status: 400,
    code: 19,
    message: 'expire_at must be between 60 and 3600 seconds',
    causes: { 'generate-token': ['bad expire_at'] },
  },
  { status: 400, code: 7, message: /^InvalidOrMissingParams: \S/, causes: onAll('bad parameters') },
  { status: 401, code: 30, message: 'API key is required', causes: onSessions('no key') },
  { status: 401, code: 29, message: 'Invalid API key format', causes: onSessions('malformed key') },
  { status: 401, code: 31, message: 'API key not found in database', causes: onSessions('unknown key') },
  {
    status: 401,
    code: 16,
    message: 'Invalid API Key',
    causes: { ...onSessions('revoked key'), 'generate-token': anyKeyFault, avatars: anyKeyFault },
  },
  { status: 403, code: 32, message: 'This API key has been disabled', causes: onSessions('disabled key') },
  { status: 403, code: 34, message: 'API key lacks required scope', causes: onAll('no scope') },
  {
    status: 403,
    code: 33,
    message: 'API key is not authorized for this avatar',
    causes: {
      ...onSessions('not on the allowlist'),
      'generate-token': ['not on the allowlist', 'foreign avatar', 'no such avatar'],
    },
  },
  {
    status: 403,
    code: 35,
    message: 'Origin is not allowed for this API key',
    causes: onAll('wrong origin'),
  },
  {
    status: 403,
    code: 24,
    message: 'Avatar does not belong to your account',
    causes: onSessions('foreign avatar'),
  },
  { status: 404, code: 65, message: 'Session not found', causes: onSessions('session gone') },
  { status: 429, code: 36, message: 'Too many requests. Please slow down.', causes: onAll('key limit') },
];

const bodyOf = (endpoint: EndpointName, { code, message }: Pick<Row, 'code' | 'message'>) => {
  const text = typeof message === 'string' ? message : expect.stringMatching(message);
  return endpoints[endpoint].shape === 'error'
    ? { error: { code, message: text } }
    : { status: 'FAIL', failReason: code, message: text };
};

const cases = table.flatMap((row) =>
  Object.entries(row.causes).flatMap(([endpoint, faults]) =>
    faults.map((fault) => ({ ...row, endpoint: endpoint as EndpointName, fault })),
  ),
);

describe('the error table', () => {
  let test: TestApp;
  let ours: TestAccount;
  let theirs: TestAccount;

  beforeAll(async () => {
    test = await testApp({ settings: { EDGE_BURST: 1, EDGE_RATE: 1 } });
    ours = await makeTestAccount(test.app, 'ours');
    theirs = await makeTestAccount(test.app, 'theirs');
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it.each(cases)('$status $code "$message" on $endpoint: $fault', async ({ endpoint, fault, ...row }) => {
    const request = await faultyRequest(test, { ours, theirs }, endpoint, [fault]);
    const answer = await test.send(request);
    expect(answer.body).toStrictEqual(bodyOf(endpoint, row));
    expect(answer.status).toBe(row.status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers).not.toHaveProperty('retry-after');
  });

  it.each(endpointNames)('the request to %s that the rows above change has no fault', async (endpoint) => {
    const answer = await test.send(await faultyRequest(test, { ours, theirs }, endpoint, []));
    expect(answer.status).toBe(200);
  });

  it('429 with no body at all on session query: edge limit', async () => {
    const request = await faultyRequest(test, { ours, theirs }, 'session query', ['edge limit']);
    const answer = await test.send(request);
    expect(answer).toMatchObject({ status: 429, text: '' });
    expect(answer.headers).not.toHaveProperty('content-type');
    expect(answer.headers).not.toHaveProperty('retry-after');
  });

  it.each(['generate-token', 'avatars', 'disconnect'] as const)(
    'has no edge limit on %s',
    async (endpoint) => {
      const request = await faultyRequest(test, { ours, theirs }, endpoint, ['edge limit']);
      expect(await test.send(request)).toMatchObject({ status: 200 });
    },
  );
});

describe('500 45 "Internal server error occurred"', () => {
  const cause = 'relation "api_keys" does not exist';
  const broken = { code: 45, message: 'Internal server error occurred' };

  it.each(endpointNames)('on %s, if the key cannot be read', async (endpoint) => {
    await using test = await testApp();
    const ours = await makeTestAccount(test.app, 'ours');
    await test.sql`alter table api_keys rename to api_keys_gone`;
    const answer = await test.send(endpoints[endpoint].request({ ...ours, sessionId: 'ses_x' }));
    expectHidden(test, answer, endpoint, cause);
  });

  it.each(['generate-token', 'avatars'] as const)(
    'on %s, if the avatars cannot be read',
    async (endpoint) => {
      await using test = await testApp();
      const ours = await makeTestAccount(test.app, 'ours');
      expect(await test.app.keys.check(ours.key)).toMatchObject({ outcome: 'good' });
      await test.sql`alter table avatars rename to avatars_gone`;
      const answer = await test.send(endpoints[endpoint].request({ ...ours, sessionId: 'ses_x' }));
      expectHidden(test, answer, endpoint, 'relation "avatars" does not exist');
    },
  );

  it.each(['session query', 'disconnect'] as const)(
    'on %s, if the session’s owner fails',
    async (endpoint) => {
      await using test = await testApp();
      const ours = await makeTestAccount(test.app, 'ours');
      using session = liveSession(test.bus.sessions, {
        ...ours,
        readState() {
          throw new Error('the owner lost its mind');
        },
      });
      const answer = await test.send(endpoints[endpoint].request({ ...ours, sessionId: session.sessionId }));
      expectHidden(test, answer, endpoint, 'the owner lost its mind');
    },
  );

  function expectHidden(
    test: TestApp,
    answer: Awaited<ReturnType<TestApp['send']>>,
    endpoint: EndpointName,
    reason: string,
  ) {
    expect(answer.status).toBe(500);
    expect(answer.body).toStrictEqual(bodyOf(endpoint, broken));
    expect(JSON.stringify(answer.headers)).not.toContain(reason);
    const requestId = answer.headers['x-request-id'];
    expect(requestId).toEqual(expect.any(String));
    expect(test.logged.filter((line) => line.level === 'error')).toEqual([
      expect.objectContaining({ requestId, err: expect.objectContaining({ type: expect.any(String) }) }),
    ]);
    expect(test.logged).toContainEqual(expect.objectContaining({ level: 'debug', message: reason }));
  }
});
