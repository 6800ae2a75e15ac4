import type { Webhook, WebhookPage, WebhookWithSecret } from '@parley/protocol/management';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enabledTopic } from '../../delivery/index.ts';
import type { Method } from '../../testing/app/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

describe('webhooks in the management API', () => {
  let scene: WebhookScene;
  let customer: Customer;
  beforeAll(async () => {
    scene = await webhookScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    await scene.clear();
    customer = await scene.customer({ headers: { 'x-tenant': 'one' } });
  });

  const call = (method: Method, rest: string, body?: unknown, version?: number) =>
    scene.test.operate({
      method,
      url: `/v1/accounts/${customer.accountId}/webhooks${rest}`,
      headers: version === undefined ? {} : { 'if-match': `"${version}"` },
      ...(body === undefined ? {} : { body }),
    });
  const hook = (rest = '') => `/${customer.webhookId}${rest}`;
  const read = async () => (await call('GET', hook())).body as Webhook;
  const entries = async () => {
    const { sql } = scene.test;
    const found = await sql<{ action: string }[]>`
      select action from audit_log where account_id = ${customer.accountId} and target_kind = 'webhook' order by id`;
    return found.map(({ action }) => action);
  };

  it('only the answer to its creation contains the secret', async () => {
    const input = { name: ' Orders ', url: 'http://127.0.0.1:9/hooks', headers: { 'X-Tenant': 'one' } };
    const made = await call('POST', '', input);
    expect(made.status).toBe(201);
    expect(made.headers.etag).toBe('"1"');
    const { secret, ...rest } = made.body as WebhookWithSecret;
    expect(secret).toMatch(/^whsec_/);
    expect(rest).toEqual({
      id: expect.stringMatching(/^whk_/),
      name: 'Orders',
      url: 'http://127.0.0.1:9/hooks',
      headerNames: ['x-tenant'],
      signed: true,
      events: null,
      state: 'active',
      consecutiveFailures: 0,
      pausedAt: null,
      pausedBy: null,
      pauseReason: null,
      testPassedAt: null,
      canEnable: false,
      waiting: 0,
      avatars: [],
      warning: expect.stringContaining('plain http'),
      version: 1,
      createdAt: expect.any(Number),
    });
    expect((await call('GET', `/${rest.id}`)).body).toEqual(rest);
  });

  it('no warning if the address is https', async () => {
    const made = await call('POST', '', { name: 'Safe', url: 'https://hooks.example.com/' });
    expect(made.body).toMatchObject({ warning: null });
  });

  it('name, address and headers are changed one by one or together, and apply to the next delivery', async () => {
    expect((await call('PATCH', hook(), { name: 'New' })).body).toMatchObject({ name: 'New', version: 2 });
    const more = { url: `${customer.receiver.url}new`, headers: { 'x-a': '1', 'x-b': '2' } };
    expect((await call('PATCH', hook(), more)).body).toMatchObject({
      name: 'New',
      url: more.url,
      headerNames: ['x-a', 'x-b'],
      version: 3,
    });
    await customer.emit(1);
    const [request] = customer.receiver.requests;
    expect(request).toMatchObject({ path: '/new', headers: more.headers });
    expect(await entries()).toEqual(['webhooks.create', 'webhooks.update', 'webhooks.update']);
  });

  it.each<[string, () => object]>([
    ['name', () => ({ name: ' same ' })],
    ['address', () => ({ url: customer.receiver.url })],
    ['headers', () => ({ headers: { 'X-Tenant': ' one ' } })],
    ['events', () => ({ events: null })],
  ])('the same %s again changes nothing: same version, no entry in the audit log', async (_what, body) => {
    await call('PATCH', hook(), { name: 'same' });
    const before = await read();
    const [sealed] = await scene.test.sql`
      select headers_sealed, updated_at from webhooks where id = ${customer.webhookId}`;
    const answer = await call('PATCH', hook(), body());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(before);
    const [after] = await scene.test.sql`
      select headers_sealed, updated_at from webhooks where id = ${customer.webhookId}`;
    expect(after).toEqual(sealed);
    expect(await entries()).toEqual(['webhooks.create', 'webhooks.update']);
  });

  it.each<[Method, string, unknown?]>([
    ['PATCH', '', { name: 'Late' }],
    ['POST', '/rotate', { overlapSeconds: 0 }],
    ['POST', '/pause'],
    ['POST', '/enable'],
    ['DELETE', '?discard=true'],
  ])(
    '%s %s with the version of an older answer is refused and changes nothing',
    async (method, rest, body) => {
      await customer.update({ name: 'Somebody else was here' });
      const before = await read();
      const refused = await call(method, hook(rest), body, 1);
      expect(refused.status).toBe(412);
      expect(refused.body).toMatchObject({ error: { code: 'version_mismatch' } });
      expect(await read()).toEqual(before);
      expect((await call(method, hook(rest), body, before.version)).status).toBe(200);
    },
  );

  it.each([[undefined], [{}]])('rotates without an overlap if the body is %j', async (body) => {
    const answer = await call('POST', hook('/rotate'), body);
    expect(answer).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } });
    await customer.emit(1);
    const [request] = customer.receiver.requests;
    expect(String(request?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('failures and a pause by failures do not change the version, a person’s changes raise it', async () => {
    customer.answer(500);
    await customer.emit(20);
    expect(await read()).toMatchObject({ state: 'paused', pausedBy: 'failures', version: 1 });
    customer.answer(200);
    expect((await call('POST', hook('/test'))).body).toMatchObject({ passed: true });
    expect(await read()).toMatchObject({ canEnable: true, version: 1 });
    expect((await call('POST', hook('/enable'))).body).toMatchObject({ state: 'active', version: 2 });
    expect((await call('POST', hook('/enable'))).body).toMatchObject({ version: 2 });
    expect((await call('POST', hook('/pause'))).body).toMatchObject({ version: 3 });
    expect((await call('POST', hook('/rotate'), { overlapSeconds: 60 })).body).toMatchObject({ version: 4 });
    const test = customer.receiver.requests.find(({ body }) => body.includes('webhook.test'));
    expect(JSON.parse(test?.body ?? '')).toMatchObject({ details: { triggered_by: 'operator' } });
    const counted = [
      'webhooks.create',
      'webhooks.test',
      'webhooks.enable',
      'webhooks.pause',
      'webhooks.rotate',
    ];
    expect(await entries()).toEqual(counted);
  });

  it.each<[Method, string, unknown?]>([
    ['PATCH', '', { name: 'Rehearsed', headers: {} }],
    ['POST', '/rotate', { overlapSeconds: 0 }],
    ['POST', '/enable'],
    ['DELETE', '', undefined],
  ])(
    '%s %s as a dry run answers with the result, changes nothing and publishes nothing',
    async (method, rest, body) => {
      await customer.pause();
      const before = [await read(), await entries()];
      const published: string[] = [];
      const { topics } = scene.test.bus;
      using _webhook = topics.subscribe('webhook', (id) => published.push(`webhook ${id}`));
      using _enabled = topics.subscribe(enabledTopic, (message) => published.push(`enabled ${message}`));
      const rehearsed = await call(method, hook(`${rest}?dryRun=true`), body);
      expect(rehearsed.status).toBe(200);
      if (method !== 'DELETE') expect(rehearsed.body).toMatchObject({ version: 3 });
      expect([await read(), await entries()]).toEqual(before);
      expect(published).toEqual([]);
      expect((await call(method, hook(rest), body)).status).toBe(200);
      expect(published).toContain(`webhook ${customer.webhookId}`);
      expect(published.includes(`enabled ${customer.webhookId} ${customer.accountId}`)).toBe(
        rest === '/enable',
      );
    },
  );

  it('they are listed newest first, page by page', async () => {
    for (const name of ['B', 'C', 'D']) await call('POST', '', { name, url: 'https://hooks.example.com/' });
    const names: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await call('GET', `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const page = answer.body as WebhookPage;
      expect(page.items.length).toBe(2);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.next;
    }
    expect(names).toEqual(['D', 'C', 'B', (await read()).name]);
    expect((await call('GET', '?cursor=nonsense')).status).toBe(400);
  });

  it('a webhook that deliveries wait for is deleted only with discard; its avatars get a new version', async () => {
    customer.answer(500);
    await customer.emit(2);
    const refused = await call('DELETE', hook());
    expect(refused.body).toEqual({
      error: {
        code: 'conflict',
        message: '2 deliveries wait for this webhook. Delete the webhook with discard to discard them.',
      },
    });
    const { avatars } = scene.test.app;
    const before = await avatars.get(customer.accountId, customer.avatarId);
    expect((await call('DELETE', hook('?discard=true'))).body).toEqual({ discarded: 2 });
    expect((await call('GET', hook())).status).toBe(404);
    const after = await avatars.get(customer.accountId, customer.avatarId);
    expect(after.webhookId).toBeNull();
    expect(after.version).toBeGreaterThan(before.version);
  });
});
