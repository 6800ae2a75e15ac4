import type * as contract from '@parley/protocol/management';
import { type CallName, managementCalls } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DashboardScene, dashboardScene, type Person, type Things } from '../testing/dashboard-scene.ts';

let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
});
afterAll(() => scene[Symbol.asyncDispose]());

const ask = (name: CallName, parts: Record<string, string>, body: object = {}) => {
  const isRead = managementCalls[name].method === 'GET';
  const given = { parts: { account: ours.accountId, ...parts }, ...(isRead ? {} : { body }) };
  return scene.ask(ours.owner, name, given);
};
async function good<T>(answering: ReturnType<typeof ask>): Promise<T> {
  const answer = await answering;
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body as T;
}
const lastAudit = async (action: string) => {
  const [entry] = await scene.sql`
    select target_kind, target_id, details from audit_log where action = ${action} order by id desc limit 1`;
  return entry;
};

describe('the events of a webhook in the dashboard', () => {
  it('are chosen at its creation and changed later, with an entry in the audit log', async () => {
    const body = { name: 'Chosen', url: 'http://127.0.0.1:9/', events: ['agent:error'] };
    const made = await good<contract.WebhookWithSecret>(ask('webhooks.create', {}, body));
    expect(made.events).toEqual(['agent:error']);
    expect(await lastAudit('webhooks.create')).toMatchObject({ details: { events: ['agent:error'] } });
    const parts = { webhook: made.id };
    const events = ['session:conversation', 'agent:message'];
    expect(await good(ask('webhooks.update', parts, { events }))).toMatchObject({ events });
    expect(await lastAudit('webhooks.update')).toMatchObject({ target_id: made.id, details: { events } });
    expect(await good(ask('webhooks.update', parts, { events: null }))).toMatchObject({ events: null });
    expect(await good(ask('webhooks.get', parts))).toMatchObject({ events: null, name: 'Chosen' });
  });

  it.each([[['no:such']], [[]], ['agent:error']])(
    'cannot be %j, and the answer names the field',
    async (events) => {
      const answer = await ask('webhooks.update', { webhook: ours.webhook }, { events });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('"events"');
    },
  );
});

describe('a webhook that is paused in the dashboard', () => {
  it('says that a person did it, and is enabled without a test', async () => {
    const parts = { webhook: ours.webhook };
    const paused = await good<contract.Webhook>(ask('webhooks.pause', parts));
    expect(paused).toMatchObject({
      state: 'paused',
      pausedBy: 'manual',
      pauseReason: 'A person paused it.',
      pausedAt: scene.test.clock.now(),
      canEnable: true,
    });
    expect(await lastAudit('webhooks.pause')).toMatchObject({
      target_kind: 'webhook',
      target_id: ours.webhook,
    });
    const held = await scene.ask(ours.owner, 'deliveries.list', {
      parts: { account: ours.accountId },
      query: { status: 'held' },
    });
    expect((held.body as contract.DeliveryPage).items).not.toHaveLength(0);
    const enabled = await good<contract.Webhook>(ask('webhooks.enable', parts));
    expect(enabled).toMatchObject({ state: 'active', pausedBy: null, pauseReason: null, canEnable: false });
  });
});

describe('a key that is changed in the dashboard', () => {
  it('works with its new permissions at once, and the change is in the audit log', async () => {
    const input = { name: 'Shop', permissions: ['read_avatars'], avatarIds: [ours.avatar] };
    const { key, id } = await good<contract.CreatedApiKey>(ask('keys.create', {}, input));
    const use = async (path: string) =>
      (await scene.test.send({ url: path, headers: { 'x-api-key': key } })).status;
    expect([await use('/avatars'), await use('/events')]).toEqual([200, 403]);
    const change = { name: 'Till', permissions: ['read_events'], avatarIds: null };
    const changed = await good<contract.ApiKey>(ask('keys.update', { key: id }, change));
    expect(changed).toMatchObject({ ...change, id, origins: null, last4: key.slice(-4) });
    expect([await use('/avatars'), await use('/events')]).toEqual([403, 200]);
    expect(await lastAudit('keys.update')).toEqual({ target_kind: 'key', target_id: id, details: change });
    const listed = await good<contract.ApiKey>(ask('keys.update', { key: id }, { avatarIds: [ours.avatar] }));
    expect(listed).toMatchObject({ avatarIds: [ours.avatar], permissions: ['read_events'] });
  });

  it.each([
    [{}, 'Nothing to change'],
    [{ permissions: [] }, 'at least one permission'],
    [{ avatarIds: ['x'] }, 'There is no avatar'],
    [{ origins: ['nowhere'] }, 'is not an origin'],
    [{ last4: 'abcd' }, 'last4'],
  ])('refuses %j', async (body, message) => {
    const answer = await ask('keys.update', { key: ours.key }, body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });

  it('cannot be a revoked one', async () => {
    await good(ask('keys.revoke', { key: ours.key }));
    expect((await ask('keys.update', { key: ours.key }, { name: 'x' })).status).toBe(409);
  });
});
