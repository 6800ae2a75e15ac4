import { type ManagementCallName, managementCalls } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DashboardScene, dashboardScene, type Person, type Things } from './testing/dashboard-scene.ts';

let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
let theirs: Things & { owner: Person; memberPerson: Person };
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
  theirs = await scene.makeThings('theirs');
});
afterAll(() => scene[Symbol.asyncDispose]());

const names = Object.keys(managementCalls) as ManagementCallName[];
const withWho = (...who: string[]) => names.filter((name) => who.includes(managementCalls[name].who));
const partsOf = (things: Things, account = things.accountId) => ({
  ...things,
  account,
  id: things.accountId,
  mail: '1',
  passkey: 'pky_none',
  signIn: 'sgn_none',
});
const codeOf = (body: unknown): unknown => (body as { error?: { code?: string } })?.error?.code;

describe('every call of the dashboard', () => {
  it('stands in the table with somebody who may', () => {
    expect(names.length).toBeGreaterThan(80);
    const paths = names.map((name) => `${managementCalls[name].method} ${managementCalls[name].path}`);
    expect(new Set(paths).size).toBe(paths.length);
    for (const name of withWho('member', 'owner'))
      expect(managementCalls[name].path).toContain('/accounts/:account');
    for (const name of withWho('operator')) expect(managementCalls[name].path).toContain('/operator/');
  });

  it.each(withWho('person', 'member', 'owner', 'operator'))('%s needs a sign-in', async (name) => {
    const answer = await scene.ask(null, name, { parts: partsOf(ours), body: {} });
    expect([answer.status, codeOf(answer.body)]).toEqual([401, 'unauthorized']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(withWho('member', 'owner'))('%s of another account is not found', async (name) => {
    const answer = await scene.ask(ours.owner, name, { parts: partsOf(theirs), body: {} });
    expect([answer.status, codeOf(answer.body)]).toEqual([404, 'not_found']);
  });

  it.each(withWho('owner'))('%s is not for members', async (name) => {
    const answer = await scene.ask(ours.memberPerson, name, { parts: partsOf(ours), body: {} });
    expect([answer.status, codeOf(answer.body)]).toEqual([403, 'forbidden']);
  });

  it.each(withWho('member'))('%s is for members too', async (name) => {
    if (name === 'sessions.stream' || name === 'members.leave') return;
    const parts = { ...partsOf(ours), session: 'ses_none', delivery: '1', webhook: 'whk_none', avatar: '1' };
    const answer = await scene.ask(ours.memberPerson, name, { parts, body: {} });
    expect(codeOf(answer.body)).not.toBe('forbidden');
    expect(codeOf(answer.body)).not.toBe('unauthorized');
    expect(answer.status).toBeLessThan(500);
  });

  it.each(withWho('operator'))('%s is for operators alone', async (name) => {
    const answer = await scene.ask(ours.owner, name, { parts: partsOf(ours), body: {} });
    expect([answer.status, codeOf(answer.body)]).toEqual([403, 'forbidden']);
  });

  it.each(names.filter((name) => managementCalls[name].method !== 'GET'))(
    '%s is refused from a page elsewhere, and from nowhere',
    async (name) => {
      for (const origin of ['https://evil.example.com', 'null', null]) {
        const answer = await scene.ask(ours.owner, name, { parts: partsOf(ours), body: {}, origin });
        expect([answer.status, codeOf(answer.body)]).toEqual([403, 'foreign_origin']);
      }
    },
  );

  it('is not read by a page elsewhere', async () => {
    const headers = { cookie: ours.owner.cookie, 'sec-fetch-site': 'cross-site' };
    const answer = await scene.test.send({ url: '/dashboard/api/me', headers });
    expect(answer.status).toBe(403);
  });
});

describe('another account’s ids in the address of one’s own account', () => {
  const parts = /:(avatar|key|webhook|delivery|session|member|invitation|visitor)\b/;
  const bodies: Partial<Record<ManagementCallName, unknown>> = {
    'avatars.update': { name: 'Mine now' },
    'avatars.say': { text: 'Hello' },
    'keys.update': { name: 'Mine now' },
    'webhooks.update': { name: 'Mine now' },
    'webhooks.rotate': { overlapSeconds: 0 },
    'webhooks.sendSample': { event: 'agent:error' },
    'members.update': { role: 'owner' },
    'data.erase': { confirm: 'x' },
  };
  it.each(withWho('member', 'owner').filter((name) => parts.test(managementCalls[name].path)))(
    '%s: not found',
    async (name) => {
      const before = await snapshot();
      const answer = await scene.ask(ours.owner, name, {
        parts: partsOf(theirs, ours.accountId),
        body: name === 'avatars.putModel' ? Buffer.from('glTF') : (bodies[name] ?? {}),
        query: name === 'sessions.transcript' ? { format: 'text' } : {},
      });
      expect([answer.status, codeOf(answer.body)]).toEqual([404, 'not_found']);
      expect(await snapshot()).toEqual(before);
    },
  );

  it.each<ManagementCallName>(['deliveries.list', 'overview.get'])(
    '%s: not found as a filter',
    async (name) => {
      const query = name === 'deliveries.list' ? { webhook: theirs.webhook } : { avatar: theirs.avatar };
      const answer = await scene.ask(ours.owner, name, { parts: partsOf(ours), query });
      expect(answer.status).toBe(404);
    },
  );

  it('sessions.list finds nothing of theirs', async () => {
    for (const query of [{ avatar: theirs.avatar }, { user: theirs.visitor }]) {
      const { body } = await scene.ask(ours.owner, 'sessions.list', { parts: partsOf(ours), query });
      expect(body).toEqual({ items: [], next: null });
    }
  });

  it('deliveries.replayMany sends nothing of theirs', async () => {
    const { body } = await scene.ask(ours.owner, 'deliveries.replayMany', {
      parts: partsOf(ours),
      body: { ids: [theirs.delivery] },
    });
    expect(body).toEqual({ tried: 1, delivered: 0, failed: 1, left: 0 });
    expect(
      await scene.sql`
      select from attempts where delivery_id = ${theirs.delivery} and kind = 'replay'`,
    ).toHaveLength(0);
  });

  it('keys and avatars cannot be tied to theirs', async () => {
    const key = await scene.ask(ours.owner, 'keys.create', {
      parts: partsOf(ours),
      body: { name: 'x', permissions: ['read_avatars'], avatarIds: [theirs.avatar] },
    });
    const avatar = await scene.ask(ours.owner, 'avatars.update', {
      parts: partsOf(ours),
      body: { webhookId: theirs.webhook },
    });
    expect([key.status, avatar.status]).toEqual([400, 400]);
  });

  async function snapshot(): Promise<unknown> {
    const { sql } = scene;
    const id = theirs.accountId;
    return await Promise.all([
      sql`select name, webhook_id from avatars where account_id = ${id} order by id`,
      sql`select name, state, secret_id, deleted_at from webhooks where account_id = ${id} order by id`,
      sql`select name, disabled_at, revoked_at from api_keys where account_id = ${id} order by id`,
      sql`select id, role from members where account_id = ${id} order by id`,
      sql`select id, token_hash from invitations where account_id = ${id} order by id`,
      sql`select id, state, user_name from sessions where account_id = ${id} order by id`,
      sql`select id, attempts from deliveries where account_id = ${id} order by id`,
    ]);
  }
});
