import type * as contract from '@parley/protocol/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpiredBatch } from '../../user-data/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  makeSession,
  type Person,
  type Things,
} from './testing/dashboard-scene.ts';

type Side = Things & { owner: Person; memberPerson: Person };

let scene: DashboardScene;
let ours: Side;
let boss: Person;
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  await scene.app.accounts.create({ name: 'Operations', email: 'boss@example.com' });
  await scene.sql`update people set operator = true where email = 'boss@example.com'`;
  boss = await scene.enter('boss@example.com');
});
afterAll(() => scene[Symbol.asyncDispose]());

const at = (more: Record<string, string> = {}) => ({ account: ours.accountId, ...more });
async function good<T>(answering: Promise<{ status: number; body: unknown; text: string }>): Promise<T> {
  const answer = await answering;
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body as T;
}
const actions = async (): Promise<string[]> => {
  const page = await good<contract.AuditPage>(scene.ask(ours.owner, 'audit.list', { parts: at() }));
  return page.items.map(({ action }) => action);
};

describe('who I am', () => {
  it('names accounts, roles and the installation', async () => {
    const me = await good<contract.Me>(scene.ask(ours.memberPerson, 'me.get'));
    expect(me).toMatchObject({ isOperator: false, hasPassword: false, hasSecondFactor: false });
    expect(me.accounts).toEqual([{ id: ours.accountId, name: 'ours', role: 'member' }]);
    expect(me.installation).toMatchObject({ loopbackAllowed: true, sendsMail: false });
    expect((await good<contract.Me>(scene.ask(boss, 'me.get'))).isOperator).toBe(true);
  });

  it('signs in by password over HTTP, and out', async () => {
    const body = { password: 'correct horse battery' };
    await good(scene.ask(ours.memberPerson, 'me.changePassword', { body }));
    const signIn = { email: ours.memberPerson.email, ...body };
    const wrong = await scene.ask(null, 'auth.signIn', { body: { ...signIn, password: 'wrong wrong' } });
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { error: { code: 'wrong_credentials', message: expect.any(String), field: 'password' } },
    ]);
    const answer = await scene.ask(null, 'auth.signIn', { body: signIn });
    expect(answer.body).toEqual({ next: 'done' });
    const cookies = [answer.headers['set-cookie']].flat() as string[];
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    const other = { email: signIn.email, cookie };
    const list = await good<contract.SignIns>(scene.ask(other, 'me.signIns'));
    expect(list.items.filter(({ current }) => current)).toHaveLength(1);
    await good(scene.ask(other, 'auth.signOut', { body: {} }));
    expect((await scene.ask(other, 'me.get')).status).toBe(401);
  });
});

describe('avatars', () => {
  it('are made, found whatever accents, changed and deleted, with an audit row each and no secret in it', async () => {
    const made = await good<contract.Avatar>(
      scene.ask(ours.owner, 'avatars.create', {
        parts: at(),
        body: { name: 'Zoë', endpointUrl: 'http://127.0.0.1:9/', endpointKey: 'top-secret-key' },
      }),
    );
    expect(made).toMatchObject({ name: 'Zoë', hasEndpointKey: true, model: null });
    const found = await good<contract.AvatarPage>(
      scene.ask(ours.owner, 'avatars.list', { parts: at(), query: { search: 'zoe' } }),
    );
    expect(found).toMatchObject({ total: 1, items: [{ id: made.id, canAnswer: true, liveSessions: 0 }] });
    const avatar = at({ avatar: made.id });
    const changed = await good<contract.Avatar>(
      scene.ask(ours.memberPerson, 'avatars.update', {
        parts: avatar,
        body: { greeting: 'Hi', private: true },
      }),
    );
    expect(changed).toMatchObject({ greeting: 'Hi', private: true });
    const bad = await scene.ask(ours.owner, 'avatars.update', { parts: avatar, body: { chatTimeout: 'x' } });
    expect(bad.body).toMatchObject({ error: { code: 'invalid', field: 'chatTimeout' } });
    await good(scene.ask(ours.owner, 'avatars.delete', { parts: avatar }));
    expect((await scene.ask(ours.owner, 'avatars.get', { parts: avatar })).status).toBe(404);
    expect((await actions()).slice(0, 3)).toEqual(['avatars.delete', 'avatars.update', 'avatars.create']);
    const rows = await scene.sql`select * from audit_log where account_id = ${ours.accountId}`;
    expect(JSON.stringify(rows)).not.toContain('top-secret-key');
  });

  it('speak a text in their voice', async () => {
    const answer = await scene.ask(ours.memberPerson, 'avatars.say', {
      parts: at({ avatar: ours.avatar }),
      body: { text: 'Hello.' },
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'audio/wav']);
    expect(answer.text.slice(0, 4)).toBe('RIFF');
  });
});

describe('keys', () => {
  it('are shown once, counted, disabled and revoked', async () => {
    const made = await good<contract.CreatedApiKey>(
      scene.ask(ours.owner, 'keys.create', {
        parts: at(),
        body: { name: 'Shop', permissions: ['read_avatars'], origins: ['https://shop.example.com'] },
      }),
    );
    expect(made.key).toMatch(/^parley_live_/);
    for (let i = 0; i < 3; i++)
      await scene.test.send({ url: '/avatars', headers: { 'x-api-key': made.key } });
    const listed = await scene.ask(ours.memberPerson, 'keys.list', { parts: at() });
    expect(listed.text).not.toContain(made.key);
    const key = (listed.body as contract.ApiKeys).items.find(({ id }) => id === made.id);
    expect(key).toMatchObject({ requestsToday: 3, state: 'active', lastUsedAt: scene.test.clock.now() });
    const parts = at({ key: made.id });
    await good(scene.ask(ours.owner, 'keys.disable', { parts, body: {} }));
    const refused = await scene.test.send({ url: '/avatars', headers: { 'x-api-key': made.key } });
    expect(refused.status).toBe(401);
    await good(scene.ask(ours.owner, 'keys.enable', { parts, body: {} }));
    await good(scene.ask(ours.owner, 'keys.revoke', { parts, body: {} }));
    expect((await actions()).slice(0, 4)).toEqual([
      'keys.revoke',
      'keys.enable',
      'keys.disable',
      'keys.create',
    ]);
    const rows = await scene.sql`select details from audit_log where action like 'keys.%'`;
    expect(JSON.stringify(rows)).not.toContain(made.key);
  });
});

describe('sessions', () => {
  it('are listed newest first and page on without gaps or doubles', async () => {
    for (let i = 0; i < 7; i++)
      await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'walker', { ageMs: 100_000 + i });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: contract.SessionPage = await good(
        scene.ask(ours.memberPerson, 'sessions.list', {
          parts: at(),
          query: { limit: 3, ...(cursor === null ? {} : { cursor }) },
        }),
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    const all = await scene.sql<{ id: string }[]>`
      select id from sessions where account_id = ${ours.accountId} order by created_at desc, id`;
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('have a timeline and a transcript in three forms', async () => {
    const parts = at({ session: ours.session });
    const detail = await good<contract.SessionDetail>(
      scene.ask(ours.memberPerson, 'sessions.get', { parts }),
    );
    expect(detail).toMatchObject({ duration: 30, forgotten: false, endReason: 'hangup' });
    expect(detail.turns).toMatchObject([{ kind: 'chat', outcome: 'answered' }]);
    expect(detail.gateway.map(({ action }) => action)).toEqual(['LOGIN', 'CHAT', 'LOGOUT']);
    expect(detail.gateway[1]).toMatchObject({ message: 'When --> do you open?', reply: 'At nine.' });
    expect(detail.events).toMatchObject([{ name: 'agent:error', sequence: 1 }]);
    const form = async (format: string) =>
      await scene.ask(ours.memberPerson, 'sessions.transcript', { parts, query: { format } });
    expect((await form('text')).text).toContain('Avatar of ours: At nine.');
    expect((await form('json')).body).toMatchObject({
      transcript: [{ speaker: 'user' }, { speaker: 'avatar' }],
    });
    const vtt = await form('vtt');
    expect(vtt.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(vtt.text).toBe(
      'WEBVTT\n\n1\n00:00:00.900 --> 00:00:01.400\n<v Grace &amp; &lt;Co&gt;>When --&gt; do you open?\n\n' +
        '2\n00:00:01.400 --> 00:00:02.400\n<v Avatar of ours>At nine.\n\n',
    );
    expect((await form('pdf')).status).toBe(400);
  });
});

describe('the overview', () => {
  it('counts each session once, whenever it is asked and however often it is counted', async () => {
    const theirs = await scene.makeThings('figures');
    const parts = { account: theirs.accountId };
    const read = () => good<contract.Overview>(scene.ask(theirs.owner, 'overview.get', { parts }));
    for (const soundMs of [300, 400, 500, 2_000])
      await makeSession(scene.test, theirs.accountId, Number(theirs.avatar), 'fig', { soundMs });
    await makeSession(scene.test, theirs.accountId, Number(theirs.avatar), 'fig', { state: 'connected' });
    const before = await read();
    expect(before).toMatchObject({ totals: { sessions: 6 }, concurrent: { now: 1 } });
    await Promise.all([
      scene.app.dashboardServices.analytics.count(),
      scene.app.dashboardServices.analytics.count(),
    ]);
    await scene.app.dashboardServices.analytics.count();
    const after = await read();
    expect(after.totals).toMatchObject({ sessions: 6, turns: 5, failedTurns: 0 });
    expect(after.totals.minutes).toBe(before.totals.minutes);
    expect(after.concurrent).toEqual({ now: 1, peak: 1 });
    const { p50, p99 } = after.latency ?? { p50: 0, p99: 0 };
    expect(Math.abs(p50 - 400) / 400).toBeLessThan(0.1);
    expect(Math.abs(p99 - 2_000) / 2_000).toBeLessThan(0.1);
    expect(after.latencyByAvatar).toMatchObject([{ avatar: { id: theirs.avatar }, turns: 5 }]);
    expect(after.usage).toHaveLength(7);
    expect(after.webhooks).toMatchObject([{ id: theirs.webhook, state: 'active' }]);
  });
});

describe('people’s data', () => {
  it('is exported whole and erased whole', async () => {
    const { id, visitorId } = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'ada');
    const parts = at({ visitor: String(visitorId) });
    const list = await good<contract.VisitorPage>(
      scene.ask(ours.owner, 'data.visitors', { parts: at(), query: { search: 'ada-' } }),
    );
    expect(list.items).toMatchObject([{ id: String(visitorId), sessions: 1, name: 'Grace & <Co>' }]);
    const exported = await good<contract.VisitorExport>(scene.ask(ours.owner, 'data.export', { parts }));
    expect(exported.sessions).toMatchObject([
      {
        id,
        messages: [{ message: 'When --> do you open?' }, {}],
        turns: [{}],
        events: [{ name: 'agent:error' }],
      },
    ]);
    const unsure = await scene.ask(ours.owner, 'data.erase', { parts, body: { confirm: 'yes' } });
    expect(unsure.body).toMatchObject({ error: { code: 'invalid', field: 'confirm' } });
    const erased = await good<contract.Erased>(
      scene.ask(ours.owner, 'data.erase', { parts, body: { confirm: String(visitorId) } }),
    );
    expect(erased).toEqual({ sessions: 1, messages: 2, turns: 1, events: 1 });
    const left = await scene.sql`
      select 1 from messages where session_id = ${id} union all select 1 from turns where session_id = ${id}
      union all select 1 from events where session_id = ${id}
      union all select 1 from deliveries where session_id = ${id}
      union all select 1 from sessions where id = ${id} and (user_name like 'Grace%' or page_user_id is not null)
      union all select 1 from visitors where id = ${visitorId} and page_user_id is not null
      union all select 1 from audit_log where target_name like 'ada-%'`;
    expect(left).toHaveLength(0);
    expect((await actions()).slice(0, 2)).toEqual(['data.erase', 'data.export']);
  });

  it('of somebody in a session is not erased under them', async () => {
    const { visitorId } = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'bob', {
      state: 'connected',
    });
    const answer = await scene.ask(ours.owner, 'data.erase', {
      parts: at({ visitor: String(visitorId) }),
      body: { confirm: String(visitorId) },
    });
    expect(answer.status).toBe(409);
  });

  it('is forgotten after the time that the account has set, and not before', async () => {
    const day = 86_400_000;
    const keep = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'old', {
      ageMs: 9 * day,
    });
    const drop = await makeSession(scene.test, ours.accountId, Number(ours.avatar), 'old', {
      ageMs: 11 * day,
    });
    await good(scene.ask(ours.owner, 'account.update', { parts: at(), body: { retentionDays: 10 } }));
    await scene.app.dashboardServices.analytics.count();
    while ((await deleteExpiredBatch(scene.sql, scene.test.clock.now())) > 0) {}
    const detail = (session: string) =>
      good<contract.SessionDetail>(scene.ask(ours.owner, 'sessions.get', { parts: at({ session }) }));
    expect(await detail(keep.id)).toMatchObject({ forgotten: false, turns: [{}], transcript: [{}, {}] });
    expect(await detail(drop.id)).toMatchObject({ forgotten: true, turns: [], transcript: [], duration: 30 });
  });
});

describe('the people of an account', () => {
  it('always have an owner among them', async () => {
    const list = await good<contract.Members>(scene.ask(ours.owner, 'members.list', { parts: at() }));
    const me = list.items.find(({ isMe }) => isMe);
    const parts = at({ member: me?.id ?? '' });
    const step = await scene.ask(ours.owner, 'members.update', { parts, body: { role: 'member' } });
    const leave = await scene.ask(ours.owner, 'members.leave', { parts, body: {} });
    expect([step.status, leave.status]).toEqual([409, 409]);
  });

  it('lose the account at once when they are removed', async () => {
    const extra = await scene.makeThings('removing');
    const parts = { account: extra.accountId, member: extra.member };
    await good(scene.ask(extra.memberPerson, 'account.get', { parts }));
    await good(scene.ask(extra.owner, 'members.remove', { parts }));
    expect((await scene.ask(extra.memberPerson, 'account.get', { parts })).status).toBe(404);
  });
});

describe('the operator', () => {
  it('sees accounts, sets extended events and key limits, which the account sees in its log', async () => {
    const page = await good<contract.OperatorAccountPage>(
      scene.ask(boss, 'operator.accounts', { query: { search: 'ours@example' } }),
    );
    expect(page.items).toMatchObject([{ id: ours.accountId, owners: ['ours@example.com'] }]);
    const id = ours.accountId;
    const events = await good<contract.ExtendedEventsOfAccount>(
      scene.ask(boss, 'operator.setExtendedEvents', {
        parts: { id },
        body: { names: ['agent:message'], enabled: true },
      }),
    );
    expect(events.items.filter(({ enabled }) => enabled).map(({ name }) => name)).toEqual(['agent:message']);
    const limits = { burst: 200, rate: 100 };
    const key = await good<contract.OperatorKey>(
      scene.ask(boss, 'operator.setKeyLimits', { parts: { id, key: ours.key }, body: limits }),
    );
    expect(key).toMatchObject({ ...limits, defaultBurst: 100 });
    expect((await actions()).slice(0, 2)).toEqual(['key.set-limits', 'extended-events.set']);
  });

  it('reads the outbox and how the processes are', async () => {
    const mails = await good<contract.MailPage>(scene.ask(boss, 'operator.mails'));
    expect(mails.items[0]).toMatchObject({ state: 'kept', sentAt: null });
    const { items } = await good<contract.Processes>(scene.ask(boss, 'operator.processes'));
    expect(items.map(({ name }) => name)).toEqual(['service', 'database', 'deliveries', 'mail']);
    expect(items[1]?.about).toMatch(/^PostgreSQL \d/);
  });
});
