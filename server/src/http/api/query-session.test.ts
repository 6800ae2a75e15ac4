import { avatarStatuses, type SessionState } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  liveSession,
  makeKey,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';

describe('GET /session/query', () => {
  let test: TestApp;
  let ours: TestAccount;

  beforeAll(async () => {
    test = await testApp({ settings: { EDGE_BURST: 100_000, EDGE_RATE: 100_000 } });
    ours = await makeTestAccount(test.app, 'ours');
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const live = (state: Partial<SessionState> & { sessionId?: string } = {}) =>
    liveSession(test.bus.sessions, { accountId: ours.accountId, avatarId: ours.avatarId, ...state });
  const query = (parameters: string, key = ours.key) =>
    test.send({ url: `/session/query?${parameters}`, headers: { 'x-api-key': key } });

  const invalid = {
    status: 'FAIL',
    failReason: 7,
    message: expect.stringMatching(/^InvalidOrMissingParams: /),
  };

  it('answers with exactly the fields asked for', async () => {
    using session = live({
      avatarStatus: 'TALKING',
      userId: 1_111_111_111_111,
      lastActivityAt: 1_700_000_000_123,
    });
    const { status, body } = await query(
      `sessionId=${session.sessionId}&fields=avatarStatus,avatarId,userId,lastActivityAt`,
    );
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      status: 'OK',
      failReason: 0,
      sessionId: session.sessionId,
      state: {
        avatarStatus: 'TALKING',
        avatarId: ours.avatarId,
        userId: 1_111_111_111_111,
        lastActivityAt: 1_700_000_000_123,
      },
    });
  });

  it.each([
    ['avatarStatus', { avatarStatus: 'IDLE' }],
    ['userId', { userId: 1_234_567_890_123 }],
    ['lastActivityAt', { lastActivityAt: null }],
    ['userId,avatarStatus', { userId: 1_234_567_890_123, avatarStatus: 'IDLE' }],
    ['userId,userId', { userId: 1_234_567_890_123 }],
    ['%20userId%20,%20avatarStatus', { userId: 1_234_567_890_123, avatarStatus: 'IDLE' }],
  ])('answers fields=%s with only those', async (fields, state) => {
    using session = live();
    const { body } = await query(`sessionId=${session.sessionId}&fields=${fields}`);
    expect(body).toStrictEqual({ status: 'OK', failReason: 0, sessionId: session.sessionId, state });
  });

  it('has null for a field without a value', async () => {
    using session = live({ avatarStatus: null, lastActivityAt: null });
    const { body } = await query(`sessionId=${session.sessionId}&fields=avatarStatus,lastActivityAt`);
    expect(body).toMatchObject({ state: { avatarStatus: null, lastActivityAt: null } });
  });

  it.each(avatarStatuses)('passes the status %s on', async (avatarStatus) => {
    using session = live({ avatarStatus });
    const { body } = await query(`sessionId=${session.sessionId}&fields=avatarStatus`);
    expect(body).toMatchObject({ state: { avatarStatus } });
  });

  it('shows the current state, not an earlier one', async () => {
    const state: SessionState = {
      avatarStatus: 'IDLE',
      avatarId: ours.avatarId,
      userId: 1,
      lastActivityAt: 1,
    };
    using session = liveSession(test.bus.sessions, { ...ours, readState: () => state });
    const ask = async () =>
      (await query(`sessionId=${session.sessionId}&fields=avatarStatus,lastActivityAt`)).body;
    await ask();
    state.avatarStatus = 'THINKING';
    state.lastActivityAt = 2;
    expect(await ask()).toMatchObject({ state: { avatarStatus: 'THINKING', lastActivityAt: 2 } });
  });

  it('serves a key with an allowlist for the avatars on it', async () => {
    using session = live();
    const { key } = await makeKey(test.app, ours.accountId, { avatarIds: [ours.avatarId] });
    expect(await query(`sessionId=${session.sessionId}&fields=userId`, key)).toMatchObject({ status: 200 });
  });

  it('says 65 for a session that has ended and for one that never was', async () => {
    const session = live();
    session[Symbol.dispose]();
    for (const id of [session.sessionId, 'ses_never', 'toString', '__proto__']) {
      const { status, body } = await query(`sessionId=${id}&fields=userId`);
      expect(status).toBe(404);
      expect(body).toStrictEqual({ status: 'FAIL', failReason: 65, message: 'Session not found' });
    }
  });

  it('finds a session whose id has 128 characters', async () => {
    using session = live({ sessionId: 's'.repeat(128) });
    expect(await query(`sessionId=${session.sessionId}&fields=userId`)).toMatchObject({ status: 200 });
  });

  it('refuses an id of 129 characters even if such a session is live', async () => {
    using session = live({ sessionId: 's'.repeat(129) });
    const { status, body } = await query(`sessionId=${session.sessionId}&fields=userId`);
    expect(status).toBe(400);
    expect(body).toStrictEqual(invalid);
  });

  it.each([
    [128, 404],
    [129, 400],
  ])('counts %d characters outside the first plane as that many', async (length, status) => {
    const id = encodeURIComponent('😀'.repeat(length));
    expect(await query(`sessionId=${id}&fields=userId`)).toMatchObject({ status });
  });

  it.each([
    'fields=userId',
    'sessionId=&fields=userId',
    'sessionId=ses_a&sessionId=ses_b&fields=userId',
    'sessionid=ses_a&fields=userId',
    'sessionId=ses_a',
    'sessionId=ses_a&fields=',
    'sessionId=ses_a&fields=%20%20',
    'sessionId=ses_a&fields=,',
    'sessionId=ses_a&fields=userId,',
    'sessionId=ses_a&fields=userId,,avatarId',
    'sessionId=ses_a&fields=*',
    'sessionId=ses_a&fields=all',
    'sessionId=ses_a&fields=userid',
    'sessionId=ses_a&fields=userId,shoeSize',
    'sessionId=ses_a&fields=userId;avatarId',
    'sessionId=ses_a&fields=userId&fields=avatarId',
    'sessionId=ses_a&fields=userId&fields=userId',
    'sessionId=ses_a&fields=__proto__',
    'sessionId=ses_a&fields=constructor',
    'sessionId=ses_a&fields=accountId',
    '',
  ])('refuses "%s" with 7', async (parameters) => {
    const { status, body } = await query(parameters);
    expect(status).toBe(400);
    expect(body).toStrictEqual(invalid);
  });
});
