import type { DeliveryPage } from '@parley/protocol/management';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Method } from '../../testing/app/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

describe('deliveries and extended events in the management API', () => {
  let scene: WebhookScene;
  let customer: Customer;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    await scene.clear();
    customer = await scene.customer();
  });

  const call = (method: Method, rest: string, body?: unknown) =>
    scene.test.operate({
      method,
      url: `/v1/accounts/${customer.accountId}${rest}`,
      ...(body === undefined ? {} : { body }),
    });
  const list = async (query = '') => {
    const answer = await call('GET', `/deliveries?webhook=${customer.webhookId}${query}`);
    expect(answer.status).toBe(200);
    return answer.body as DeliveryPage;
  };
  const items = async (query = '') => (await list(query)).items;
  const entries = async () => {
    const { sql } = scene.test;
    const found = await sql<{ action: string }[]>`
      select action from audit_log where account_id = ${customer.accountId}
        and (action like 'deliveries.%' or action = 'account.setExtendedEvents') order by id`;
    return found.map(({ action }) => action);
  };

  it('are listed newest first, by status, event and time, and page by page', async () => {
    customer.answer(500);
    await customer.emit(2);
    customer.answer(200);
    await customer.emit(3);
    const all = await items();
    const [delivered, pending] = ['delivered', 'pending'];
    expect(all.map(({ status }) => status)).toEqual([delivered, delivered, delivered, pending, pending]);
    expect(all.map(({ id }) => Number(id))).toEqual(
      all.map(({ id }) => Number(id)).toSorted((a, b) => b - a),
    );
    expect(await items('&status=pending')).toEqual(all.slice(3));
    expect(await items('&status=delivered')).toEqual(all.slice(0, 3));
    for (const status of ['held', 'exhausted', 'discarded'])
      expect(await items(`&status=${status}`)).toEqual([]);
    expect(await items('&event=notification')).toEqual([]);
    expect(await items('&event=agent:error')).toHaveLength(5);
    const day = 86_400_000;
    expect(await items(`&from=${Date.now() - day}`)).toHaveLength(5);
    expect(await items(`&from=${Date.now() + day}`)).toEqual([]);
    const first = await list('&limit=2');
    const second = await list(`&limit=2&cursor=${first.next}`);
    expect([...first.items, ...second.items]).toEqual(all.slice(0, 4));
  });

  it('are discarded once, and not by a dry run', async () => {
    customer.answer(500);
    await customer.emit(3);
    const [one] = await items();
    const path = `/deliveries/${one?.id}/discard`;
    const many = { webhook: customer.webhookId, status: 'pending' };
    expect((await call('POST', `${path}?dryRun=true`)).body).toEqual({ done: true });
    expect((await call('POST', '/deliveries/discard?dryRun=true', many)).body).toMatchObject({
      discarded: 3,
    });
    expect(await items('&status=pending')).toHaveLength(3);
    expect(await entries()).toEqual([]);
    expect((await call('POST', path)).status).toBe(200);
    expect((await call('POST', path)).status).toBe(409);
    expect((await call('POST', '/deliveries/discard', many)).body).toEqual({ discarded: 2, more: false });
    expect((await call('POST', '/deliveries/discard', many)).body).toEqual({ discarded: 0, more: false });
    expect(await entries()).toEqual(['deliveries.discard', 'deliveries.discardMany']);
  });

  it('extended events are set for one account alone, once, and not by a dry run', async () => {
    const other = await scene.customer();
    const { extended } = scene.test.app.webhookServices;
    const input = { names: ['notification'], enabled: true };
    const enabled = async (rest: string) => {
      const { body } = await call('PUT', rest, input);
      const { items: events } = body as { items: { name: string; enabled: boolean }[] };
      return events.filter((event) => event.enabled).map(({ name }) => name);
    };
    const wants = (accountId = customer.accountId) => extended.wants(accountId, 'notification');
    expect(await wants()).toBe(false);
    expect(await enabled('/extended-events?dryRun=true')).toEqual(['notification']);
    expect(await extended.list(customer.accountId)).toEqual([]);
    expect(await wants()).toBe(false);
    for (let i = 0; i < 2; i++) expect(await enabled('/extended-events')).toEqual(['notification']);
    expect([await wants(), await wants(other.accountId)]).toEqual([true, false]);
    expect(await entries()).toEqual(['account.setExtendedEvents']);
    const unknown = { method: 'PUT', url: '/v1/accounts/acc_nobody/extended-events', body: input } as const;
    expect((await scene.test.operate(unknown)).status).toBe(404);
  });

  it.each<[Method, string, unknown?]>([
    ['POST', '/webhooks', {}],
    ['POST', '/webhooks', { name: '', url: 'https://a.example' }],
    ['POST', '/webhooks', { name: 'A' }],
    ['POST', '/webhooks', { name: 'A\0', url: 'https://a.example' }],
    ['POST', '/webhooks', { name: 'A', url: 'https://a.example', secret: 'mine' }],
    ['POST', '/webhooks', { name: 'A', url: 'https://a.example', headers: { host: 'x' } }],
    ['POST', '/webhooks', { name: 'A', url: 'https://a.example', headers: { a: 1 } }],
    ['GET', '/webhooks/%00'],
    ['PATCH', '/webhooks/WEBHOOK', {}],
    ['PATCH', '/webhooks/WEBHOOK', { state: 'active' }],
    ['POST', '/webhooks/WEBHOOK/rotate', { overlapSeconds: 604_801 }],
    ['POST', '/webhooks/WEBHOOK/rotate', { overlapSeconds: 1e300 }],
    ['GET', '/deliveries?webhook=whk_nobody'],
    ['GET', '/deliveries?status=lost'],
    ['GET', '/deliveries?status=held&status=held'],
    ['GET', '/deliveries?from=yesterday'],
    ['GET', '/deliveries?event=%00'],
    ['GET', '/deliveries?limit=0'],
    ['GET', '/deliveries?limit=101'],
    ['GET', '/deliveries?cursor=-1'],
    ['GET', '/deliveries?cursor=99999999999999999999'],
    ['GET', '/deliveries/0'],
    ['GET', '/deliveries/99999999999999999999'],
    ['POST', '/deliveries/replay', {}],
    ['POST', '/deliveries/replay', { webhook: 'WEBHOOK' }],
    ['POST', '/deliveries/replay', { webhook: 'WEBHOOK', status: 'delivered' }],
    ['POST', '/deliveries/replay', { webhook: 'whk_nobody', status: 'held' }],
    ['POST', '/deliveries/discard', { webhook: 'WEBHOOK', status: 'delivered' }],
    ['PUT', '/extended-events', { names: [], enabled: true }],
    ['PUT', '/extended-events', { names: ['no:such'], enabled: true }],
  ])('%s %s %j is refused with a code and a reason', async (method, url, body) => {
    const filled = (text: string) => text.replaceAll('WEBHOOK', customer.webhookId);
    const given = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body)));
    const answer = await call(method, filled(url), given);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).toMatchObject({
      error: {
        code: answer.status === 404 ? 'not_found' : 'invalid',
        message: expect.stringMatching(/\.$/),
      },
    });
    expect(scene.test.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
