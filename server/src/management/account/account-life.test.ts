import type * as contract from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testChange } from '../../testing/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  good,
  type Person,
  type Things,
} from '../testing/dashboard-scene.ts';

type Side = Things & { owner: Person; memberPerson: Person };

let scene: DashboardScene;
let ours: Side;
let boss: Person;
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  await testChange(scene.sql, (change) =>
    scene.app.accounts.create(change, { name: 'Operations', email: 'boss@example.com' }),
  );
  await scene.sql`update people set operator = true where email = 'boss@example.com'`;
  boss = await scene.enter('boss@example.com');
});
afterAll(() => scene[Symbol.asyncDispose]());

const at = (more: Record<string, string> = {}) => ({ account: ours.accountId, ...more });
const actions = async (): Promise<string[]> => {
  const page = await good<contract.AuditPage>(scene.ask(ours.owner, 'audit.list', { parts: at() }));
  return page.items.map(({ action }) => action);
};

describe('who I am', () => {
  it('names accounts, roles and the installation', async () => {
    const me = await good<contract.Me>(scene.ask(ours.memberPerson, 'me.get'));
    expect(me).toMatchObject({ isOperator: false, hasPassword: false, hasSecondFactor: false });
    expect(me.accounts).toEqual([{ id: ours.accountId, name: 'ours', role: 'member', answers: false }]);
    expect(me.installation).toMatchObject({ loopbackAllowed: true, sendsMail: false, modelMaxMb: 30 });
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
  it('are created, found with any accents, changed and deleted, each with an audit entry without secrets', async () => {
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
    const key = (listed.body as contract.ApiKeyPage).items.find(({ id }) => id === made.id);
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

describe('the people of an account', () => {
  it('always include an owner', async () => {
    const list = await good<contract.MemberPage>(scene.ask(ours.owner, 'members.list', { parts: at() }));
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
  it('sees accounts, sets extended events and key limits, and the account finds this in its audit log', async () => {
    const page = await good<contract.OperatorAccountPage>(
      scene.ask(boss, 'accounts.list', { query: { search: 'ours@example' } }),
    );
    expect(page.items).toMatchObject([{ id: ours.accountId, owners: ['ours@example.com'] }]);
    const id = ours.accountId;
    const events = await good<contract.ExtendedEventsOfAccount>(
      scene.ask(boss, 'account.setExtendedEvents', {
        parts: { account: id },
        body: { names: ['agent:message'], enabled: true },
      }),
    );
    expect(events.items.filter(({ enabled }) => enabled).map(({ name }) => name)).toEqual(['agent:message']);
    const limits = { burst: 200, rate: 100 };
    const key = await good<contract.ApiKey>(
      scene.ask(boss, 'keys.setLimits', { parts: { account: id, key: ours.key }, body: limits }),
    );
    expect(key).toMatchObject({ ...limits, hasOwnLimits: true });
    expect((await actions()).slice(0, 2)).toEqual(['keys.setLimits', 'account.setExtendedEvents']);
  });

  it('reads the outbox and the health of the processes', async () => {
    const mails = await good<contract.MailPage>(scene.ask(boss, 'mails.list'));
    expect(mails.items[0]).toMatchObject({ state: 'kept', sentAt: null });
    const { items, processes } = await good<contract.Processes>(scene.ask(boss, 'processes.list'));
    expect(processes).toEqual([]);
    expect(items.map(({ name }) => name)).toEqual(['service', 'database', 'deliveries', 'mail']);
    expect(items[1]?.about).toMatch(/^PostgreSQL \d/);
  });
});
