import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endpoints,
  type FaultName,
  faultyRequest,
  liveSession,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

describe('POST /sessions/disconnect', () => {
  let test: TestApp;
  let ours: TestAccount;
  let theirs: TestAccount;

  beforeAll(async () => {
    test = await testApp();
    ours = await makeTestAccount(test.app, 'ours');
    theirs = await makeTestAccount(test.app, 'theirs');
    await testChange(test.sql, (change) =>
      test.app.keys.setLimits(
        change,
        { accountId: ours.accountId, id: ours.keyId },
        { burst: 100_000, rate: 100_000 },
      ),
    );
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const live = (owner = ours) => liveSession(test.bus.sessions, owner);
  const disconnect = (sessionId: string) => test.send(endpoints.disconnect.request({ ...ours, sessionId }));
  const sendBody = (body: unknown) =>
    test.send({ method: 'POST', url: '/sessions/disconnect', headers: { 'x-api-key': ours.key }, body });

  it('ends the session and says so with exactly two fields', async () => {
    const session = live();
    const { status, body } = await disconnect(session.sessionId);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ status: 'OK', failReason: 0 });
    expect(session.timesEnded).toBe(1);
  });

  it('answers 65 when it is repeated, and to later queries', async () => {
    const { sessionId } = live();
    await disconnect(sessionId);
    const gone = { status: 'FAIL', failReason: 65, message: 'Session not found' };
    const again = await disconnect(sessionId);
    expect(again.status).toBe(404);
    expect(again.body).toStrictEqual(gone);
    const query = await test.send(endpoints['session query'].request({ ...ours, sessionId }));
    expect(query.body).toStrictEqual(gone);
  });

  it.each([2, 20])('ends a session once, of %d calls at the same instant one gets 200', async (calls) => {
    const session = live();
    const answers = await Promise.all(Array.from({ length: calls }, () => disconnect(session.sessionId)));
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused).toHaveLength(calls - 1);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 404, body: { status: 'FAIL', failReason: 65 } });
    }
    expect(session.timesEnded).toBe(1);
  });

  it('leaves other sessions alone', async () => {
    const [one, other] = [live(), live()];
    await disconnect(one.sessionId);
    expect(other.timesEnded).toBe(0);
    expect(await test.send(endpoints['session query'].request({ ...ours, ...other }))).toMatchObject({
      status: 200,
    });
  });

  it('ends nothing of another account', async () => {
    const session = live(theirs);
    expect(await disconnect(session.sessionId)).toMatchObject({ status: 403, body: { failReason: 24 } });
    expect(session.timesEnded).toBe(0);
  });

  it.each([
    'no key',
    'malformed key',
    'unknown key',
    'revoked key',
    'disabled key',
    'no scope',
    'key limit',
    'not on the allowlist',
  ] satisfies FaultName[])('ends nothing when it is refused: %s', async (fault) => {
    const request = await faultyRequest(test, { ours, theirs }, 'disconnect', [fault]);
    expect(await test.send(request)).toMatchObject({ body: { status: 'FAIL' } });
    const { session_id } = request.body as { session_id: string };
    expect(await test.bus.sessions.find(session_id)).not.toBeNull();
  });

  it.each([
    {},
    { session_id: '' },
    { session_id: null },
    { session_id: 7 },
    { session_id: true },
    { session_id: ['ses_a'] },
    { session_id: {} },
    { sessionId: 'ses_a' },
    [],
    [{ session_id: 'ses_a' }],
    null,
    '"ses_a"',
    '7',
    '',
    '{"session_id":"ses_a"',
    "{'session_id':'ses_a'}",
    'session_id=ses_a',
  ])('refuses the body %j with 7', async (body) => {
    const { status, body: answer } = await sendBody(body);
    expect(status).toBe(400);
    expect(answer).toStrictEqual({
      status: 'FAIL',
      failReason: 7,
      message: expect.stringMatching(/^InvalidOrMissingParams: /),
    });
  });

  it('takes a body without a content type, and with fields it does not know', async () => {
    const session = live();
    expect(await sendBody({ session_id: session.sessionId, reason: 'bored' })).toMatchObject({ status: 200 });
  });

  it.each([128, 129, 5_000])('finds no session under an id of %d characters', async (length) => {
    expect(await disconnect('s'.repeat(length))).toMatchObject({ status: 404, body: { failReason: 65 } });
  });
});
