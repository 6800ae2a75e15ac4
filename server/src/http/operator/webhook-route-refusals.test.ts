import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Method } from '../../testing/app/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

type Body = Record<string, unknown>;

describe('refusals of the operator’s routes for webhooks and deliveries', () => {
  let scene: WebhookScene;
  let customer: Customer;
  let other: Customer;
  beforeAll(async () => {
    scene = await webhookScene();
    other = await scene.customer();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    await scene.clear();
    customer = await scene.customer();
  });

  const call = async (method: Method, url: string, body?: unknown) => {
    const answer = await scene.test.operate({ method, url, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, body: answer.body as Body };
  };
  const refusal = async (method: Method, url: string, body?: unknown) => {
    const answer = await call(method, url, body);
    return { status: answer.status, ...(answer.body.error as { code: string; message: string }) };
  };
  const list = async (query = ''): Promise<Body[]> => {
    const { status, body } = await call('GET', `/operator/deliveries?webhook=${customer.webhookId}${query}`);
    expect(status).toBe(200);
    return body.deliveries as Body[];
  };
  const onlyId = async () => String((await list())[0]?.id);

  it.each<[Method, string, unknown?]>([
    ['POST', '/operator/webhooks', {}],
    ['POST', '/operator/webhooks', { account: 'ACCOUNT', name: '', url: 'https://a.example' }],
    ['POST', '/operator/webhooks', { account: 'ACCOUNT', name: 'A' }],
    ['POST', '/operator/webhooks', { account: 'acc_nobody', name: 'A', url: 'https://a.example' }],
    ['POST', '/operator/webhooks', { account: '\0', name: 'A', url: 'https://a.example' }],
    ['POST', '/operator/webhooks', { account: 'ACCOUNT', name: 'A\0', url: 'https://a.example' }],
    [
      'POST',
      '/operator/webhooks',
      { account: 'ACCOUNT', name: 'A', url: 'https://a.example', secret: 'mine' },
    ],
    [
      'POST',
      '/operator/webhooks',
      { account: 'ACCOUNT', name: 'A', url: 'https://a.example', headers: { host: 'x' } },
    ],
    [
      'POST',
      '/operator/webhooks',
      { account: 'ACCOUNT', name: 'A', url: 'https://a.example', headers: { a: 1 } },
    ],
    ['GET', '/operator/webhooks'],
    ['GET', '/operator/webhooks?account=acc_nobody'],
    ['GET', '/operator/webhooks?account=%00'],
    ['GET', '/operator/webhooks/whk_nobody'],
    ['GET', '/operator/webhooks/%00'],
    ['PATCH', '/operator/webhooks/WEBHOOK', {}],
    ['PATCH', '/operator/webhooks/WEBHOOK', { state: 'active' }],
    ['PATCH', '/operator/webhooks/whk_nobody', { name: 'B' }],
    ['POST', '/operator/webhooks/WEBHOOK/rotate'],
    ['POST', '/operator/webhooks/WEBHOOK/rotate', { overlap_seconds: -1 }],
    ['POST', '/operator/webhooks/WEBHOOK/rotate', { overlap_seconds: 604_801 }],
    ['POST', '/operator/webhooks/WEBHOOK/rotate', { overlap_seconds: 1e300 }],
    ['POST', '/operator/webhooks/whk_nobody/test'],
    ['POST', '/operator/webhooks/whk_nobody/enable'],
    ['DELETE', '/operator/webhooks/whk_nobody?discard=true'],
    ['GET', '/operator/webhooks/WEBHOOK/requests?after=x'],
    ['GET', '/operator/webhooks/WEBHOOK/requests?after=1&after=2'],
    ['GET', '/operator/deliveries'],
    ['GET', '/operator/deliveries?webhook=whk_nobody'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&status=lost'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&status=held&status=held'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&since=yesterday'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&since=2001-01-01&since=2002-01-01'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&event=a&event=b'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&event=%00'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&limit=0'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&limit=201'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&before=-1'],
    ['GET', '/operator/deliveries?webhook=WEBHOOK&before=99999999999999999999'],
    ['GET', '/operator/deliveries/0'],
    ['GET', '/operator/deliveries/x'],
    ['GET', '/operator/deliveries/99999999999999999999'],
    ['POST', '/operator/deliveries/999999/replay'],
    ['POST', '/operator/deliveries/999999/discard'],
    ['POST', '/operator/deliveries/replay', {}],
    ['POST', '/operator/deliveries/replay', { webhook: 'WEBHOOK' }],
    ['POST', '/operator/deliveries/replay', { webhook: 'WEBHOOK', status: 'delivered' }],
    ['POST', '/operator/deliveries/replay', { webhook: 'whk_nobody', status: 'held' }],
    ['PUT', '/operator/accounts/ACCOUNT/events', {}],
    ['PUT', '/operator/accounts/ACCOUNT/events', { names: [], enabled: true }],
    ['PUT', '/operator/accounts/ACCOUNT/events', { names: ['no:such'], enabled: true }],
    ['PUT', '/operator/accounts/acc_nobody/events', { names: ['notification'], enabled: true }],
  ])('%s %s %j is refused with a word and a reason', async (method, url, body) => {
    const filled = (text: string) =>
      text.replaceAll('ACCOUNT', customer.accountId).replaceAll('WEBHOOK', customer.webhookId);
    const given = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body)));
    const answer = await call(method, filled(url), given);
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).toStrictEqual({
      error: {
        code: answer.status === 404 ? 'not_found' : 'invalid',
        message: expect.stringMatching(/\.$/),
      },
    });
    expect(scene.test.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('[WH55] every call for a webhook or a delivery finds nothing of another account, and changes nothing', async () => {
    customer.answer(500);
    await customer.emit(2);
    const deliveryId = await onlyId();
    const state = async () => ({
      webhook: await scene.test.sql`select * from webhooks where id = ${customer.webhookId}`,
      deliveries: await customer.deliveries(),
      sent: customer.receiver.requests.length,
    });
    const before = await state();
    const scope = `?account=${other.accountId}`;
    const bodies: Record<string, Body> = {
      'PATCH /operator/webhooks/:id': { name: 'Taken over' },
      'POST /operator/webhooks/:id/rotate': { overlap_seconds: 0 },
    };
    const tried: string[] = [];
    for (const { method, path } of scene.test.app.routes) {
      const thing = /^\/operator\/(webhooks|deliveries)\/:id/.exec(path)?.[1];
      if (thing === undefined) continue;
      const name = `${method} ${path}`;
      const id = thing === 'webhooks' ? customer.webhookId : deliveryId;
      const discard = method === 'DELETE' ? '&discard=true' : '';
      const url = `${path.replace(':id', id)}${scope}${discard}`;
      const answer = await refusal(method as Method, url, bodies[name]);
      expect({ name, ...answer }).toMatchObject({ name, status: 404, code: 'not_found' });
      expect({ name, state: await state() }).toEqual({ name, state: before });
      tried.push(name);
    }
    expect(tried).toHaveLength(10);
    const foreign = `/operator/deliveries${scope}&webhook=${customer.webhookId}`;
    expect(await refusal('GET', foreign)).toMatchObject({ status: 404 });
    const many = { webhook: customer.webhookId, status: 'pending' };
    expect(await refusal('POST', `/operator/deliveries/replay${scope}`, many)).toMatchObject({ status: 404 });
    const { body } = await call('GET', `/operator/webhooks${scope}`);
    expect(body.webhooks).toMatchObject([{ id: other.webhookId }]);
    expect(await state()).toEqual(before);
  });

  it('[WH55] extended events are enabled for one account alone', async () => {
    const path = (account: string) => `/operator/accounts/${account}/events`;
    const input = { names: ['notification'], enabled: true };
    expect((await call('PUT', path(customer.accountId), input)).body).toEqual({
      account: customer.accountId,
      enabled: ['notification'],
    });
    expect((await call('GET', path(other.accountId))).body).toEqual({
      account: other.accountId,
      enabled: [],
    });
  });

  it('nothing of this is open without the operator’s token', async () => {
    for (const { method, path } of scene.test.app.routes) {
      if (!/^\/operator\/(webhooks|deliveries|mails)|accounts\/:id\/events/.test(path)) continue;
      const answer = await scene.test.send({
        method: method as Method,
        url: path.replace(':id', customer.webhookId),
      });
      expect({ path, status: answer.status }).toEqual({ path, status: 401 });
    }
  });
});
