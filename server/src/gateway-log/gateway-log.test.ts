import type { SessionDetail } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeRecord } from '../brain/index.ts';
import { LiveApp, until } from '../live/testing/index.ts';
import { type DashboardScene, dashboardScene, type Person } from '../management/testing/dashboard-scene.ts';
import { testChange } from '../testing/index.ts';
import { deleteExpiredBatch } from '../user-data/index.ts';
import { createGatewayLog } from './index.ts';

let app: LiveApp;
let scene: DashboardScene;
let owner: Person;
let stranger: Person & { accountId: string };
beforeAll(async () => {
  app = await LiveApp.start();
  scene = await dashboardScene(app);
  const { accountId } = app.party;
  const [row] = await app.test.sql<{ email: string }[]>`
    select email from people join members on person_id = people.id where account_id = ${accountId}`;
  owner = await scene.enter(row?.email ?? '');
  const other = await testChange(app.test.sql, (change) =>
    app.test.app.accounts.create(change, { name: 'Other', email: 'other@example.com' }),
  );
  stranger = { ...(await scene.enter('other@example.com')), accountId: other.id };
});
afterAll(() => app[Symbol.asyncDispose]());

const parts = (more: Record<string, string>) => ({ account: app.party.accountId, ...more });
const detail = async (session: string): Promise<SessionDetail> => {
  const answer = await scene.ask(owner, 'sessions.get', { parts: parts({ session }) });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as SessionDetail;
};
const steps = async (session: string) =>
  (await detail(session)).gateway.map(({ action, outcome, httpStatus }) => [action, outcome, httpStatus]);
const rows = async (session: string): Promise<number> => {
  await settled();
  return (await app.test.sql`select from gateway_exchanges where session_id = ${session}`).length;
};
/** Reading any session of ours first waits until all pending entries are written. */
const settled = async (): Promise<void> => {
  const [row] = await app.test.sql<{ id: string }[]>`
    select id from sessions where account_id = ${app.party.accountId} limit 1`;
  await detail(row?.id ?? '');
};
const visitorOf = async (session: string): Promise<string> => {
  const [row] = await app.test.sql<{ id: string }[]>`
    select visitor_id::text as id from sessions where id = ${session}`;
  return row?.id ?? '';
};
const input = {
  userId: 'ada@example.com',
  userName: 'Ada',
  accessToken: 'very-secret-token',
  customString: 'order-4711',
};

async function talkAndLeave(): Promise<string> {
  const { sessionId, wire } = await app.talk(await app.avatar(), input);
  wire.say('hello');
  await wire.listen();
  await app.disconnect(sessionId);
  await app.untilSettled(sessionId);
  return sessionId;
}

describe('the record of LOGIN and LOGOUT', () => {
  it('shows what was sent and answered around the conversation, and no secret', async () => {
    const sessionId = await talkAndLeave();
    const { gateway } = await detail(sessionId);
    expect(gateway.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['LOGIN', 'acknowledged'],
      ['CHAT', 'answered'],
      ['LOGOUT', 'acknowledged'],
    ]);
    const [login, , logout] = gateway;
    expect(login).toMatchObject({ httpStatus: 200, problem: null, durationMs: expect.any(Number) });
    expect(JSON.parse(login?.request ?? '')).toMatchObject({ action: 'LOGIN', userId: 'ada@example.com' });
    expect(JSON.parse(login?.body ?? '')).toMatchObject({ sessionId, status: 'OK' });
    expect(JSON.parse(logout?.request ?? '')).toEqual({ action: 'LOGOUT', sessionId });
    const stored = JSON.stringify(await app.test.sql`select * from gateway_exchanges`);
    const { authToken } = app.endpoint.login(sessionId);
    for (const secret of [authToken, 'very-secret-token', 'order-4711', 'endpoint-key'])
      expect(stored).not.toContain(secret);
  });

  it('shows refusals and failed tries', async () => {
    app.endpoint.script.LOGIN = (request) => request.ok({ status: 'NO', statusMessage: 'unpaid' });
    const { sessionId } = await app.talk(await app.avatar(), input);
    await app.untilSettled(sessionId);
    app.endpoint.script.LOGIN = (request) => request.ok();
    const [login] = (await detail(sessionId)).gateway;
    expect(login).toMatchObject({ outcome: 'refused', problem: expect.stringContaining('unpaid') });
  });

  it('is visible to no other account', async () => {
    const sessionId = await talkAndLeave();
    const session = { session: sessionId };
    const direct = await scene.ask(stranger, 'sessions.get', { parts: parts(session) });
    const sideways = await scene.ask(stranger, 'sessions.get', {
      parts: { account: stranger.accountId, ...session },
    });
    for (const answer of [direct, sideways]) {
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('ada@example.com');
    }
  });

  it('is exported, then erased with the rest; the outcomes stay', async () => {
    const sessionId = await talkAndLeave();
    const visitor = await visitorOf(sessionId);
    await settled();
    const exported = await scene.ask(owner, 'data.export', { parts: parts({ visitor }) });
    const { sessions } = exported.body as { sessions: { id: string; gateway: unknown[] }[] };
    const found = sessions.find(({ id }) => id === sessionId);
    expect(found?.gateway).toMatchObject([
      { action: 'LOGIN', request: expect.stringContaining('ada@example.com'), httpStatus: 200 },
      { action: 'LOGOUT' },
    ]);
    const body = { confirm: visitor };
    const erased = await scene.ask(owner, 'data.erase', { parts: parts({ visitor }), body });
    expect(erased.status).toBe(200);
    expect(await rows(sessionId)).toBe(0);
    expect(await steps(sessionId)).toEqual([
      ['LOGIN', 'done', null],
      ['LOGOUT', 'done', null],
    ]);
    const left = await app.test.sql`select from gateway_exchanges where request like '%ada@example.com%'`;
    expect(left).toHaveLength(0);
  });

  it('stays erased if the LOGOUT is answered only afterwards', async () => {
    let answer: (() => void) | null = null;
    app.endpoint.script.LOGOUT = (request) => {
      answer = () => request.ok({ statusMessage: 'goodbye Ada' });
    };
    const { sessionId } = await app.talk(await app.avatar(), { ...input, userId: 'late@example.com' });
    await app.endpoint.next('LOGIN', sessionId);
    await until('the login is recorded', async () => (await rows(sessionId)) === 1);
    await app.disconnect(sessionId);
    await app.endpoint.next('LOGOUT', sessionId);
    const visitor = await visitorOf(sessionId);
    const body = { confirm: visitor };
    await scene.ask(owner, 'data.erase', { parts: parts({ visitor }), body });
    (answer as (() => void) | null)?.();
    await app.untilSettled(sessionId);
    app.endpoint.script.LOGOUT = (request) => request.ok();
    expect(await rows(sessionId)).toBe(0);
  });

  it('is deleted with the transcript and with its session', async () => {
    const day = 86_400_000;
    const sessionId = await talkAndLeave();
    const other = await talkAndLeave();
    expect(await rows(sessionId)).toBe(2);
    await app.test.sql`update sessions set ended_at = ended_at - interval '91 days' where id = ${sessionId}`;
    await app.test.app.managementServices.analytics.count();
    while ((await deleteExpiredBatch(app.test.sql, app.test.clock.now() + day / 2)) > 0) {}
    expect([await rows(sessionId), await rows(other)]).toEqual([0, 2]);
    await app.test.sql`delete from events where session_id = ${other}`;
    await app.test.sql`delete from sessions where id = ${other}`;
    expect(await rows(other)).toBe(0);
  });

  it('does not grow for ever with an endpoint that fails all day', async () => {
    const sessionId = await talkAndLeave();
    await using log = openLog();
    const entry: ExchangeRecord = {
      accountId: 'acc_a',
      sessionId,
      action: 'LOGIN',
      outcome: 'failed',
      sentAt: 1_700_000_000_000,
      durationMs: 5,
      request: '{}',
      httpStatus: null,
      answer: null,
      problem: 'refused',
    };
    for (let i = 0; i < 150; i++) {
      log.add(entry, fail);
      await log.settled();
    }
    expect(await rows(sessionId)).toBe(100);
  });
});

const fail = (error: unknown): void => {
  throw error;
};
function openLog() {
  const log = createGatewayLog(app.test.sql);
  return { ...log, [Symbol.asyncDispose]: () => log.settled() };
}
