import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCustomHeaders, headersId } from './custom-headers.ts';
import { type WebhookScene, webhookScene } from './testing/webhook-scene.ts';

describe('custom headers', () => {
  it.each([
    'webhook-id',
    'Webhook-Timestamp',
    'WEBHOOK-SIGNATURE',
    'content-type',
    'Content-Length',
    'content-encoding',
    'parley-sequence',
    'Host',
    'connection',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authorization',
    'Proxy-Connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'expect',
    'accept-encoding',
  ])('[WH1] cannot be %s', (name) => {
    expect(() => checkCustomHeaders({ [name]: 'x' })).toThrow('The service sets the header');
  });

  it.each(['', ' ', 'a b', 'a:b', 'a\r\nb', 'a\0', 'é', 'x'.repeat(129), '(x)'])(
    '[WH1] cannot be named %j',
    (name) => {
      expect(() => checkCustomHeaders({ [name]: 'x' })).toThrow('is not a header name');
    },
  );

  it.each(['a\r\nwebhook-id: evt_forged', 'a\nb', 'a\0b', 'é', '\u{1f600}', 'x'.repeat(4097), '\x7f'])(
    '[WH1] cannot hold %j',
    (value) => {
      expect(() => checkCustomHeaders({ 'x-a': value })).toThrow('must be plain ASCII');
    },
  );

  it('[WH1] are 20 at most, and none is named twice', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'v']));
    expect(Object.keys(checkCustomHeaders(many(20)))).toHaveLength(20);
    expect(() => checkCustomHeaders(many(21))).toThrow('at most 20');
    expect(() => checkCustomHeaders({ 'X-A': '1', 'x-a': '2' })).toThrow('have the same name');
  });

  it('are told apart by name and value, and not by order or case', () => {
    const id = headersId(checkCustomHeaders({ 'X-A': '1', 'x-b': '2' }));
    expect(headersId(checkCustomHeaders({ 'x-B': '2', 'x-a': '1' }))).toBe(id);
    expect(headersId(checkCustomHeaders({ 'x-a': '12', 'x-b': '' }))).not.toBe(id);
    expect(headersId(checkCustomHeaders({}))).not.toBe(id);
  });

  describe('on their way', () => {
    let scene: WebhookScene;
    beforeAll(async () => {
      scene = await webhookScene();
    });
    afterAll(() => scene[Symbol.asyncDispose]());

    it('[WH1] are sent with every request beside the contract’s own', async () => {
      const headers = { Authorization: 'Bearer abc', 'x-tenant': ' one ', 'User-Agent': 'Mine' };
      const customer = await scene.customer({ headers });
      await customer.emit(1);
      expect(customer.receiver.requests[0]?.headers).toMatchObject({
        authorization: 'Bearer abc',
        'x-tenant': 'one',
        'user-agent': 'Mine',
        'content-type': 'application/json',
        'webhook-id': expect.stringMatching(/^evt_/),
        host: new URL(customer.receiver.url).host,
      });
    });

    it('[WH1] that got into the table in another way still replace nothing', async () => {
      const customer = await scene.customer();
      const { sql } = scene.test;
      const box = (await import('../kernel/index.ts')).createSealedBox([Buffer.alloc(32, 7)]);
      const forged = JSON.stringify({ 'webhook-id': 'evt_forged', 'content-type': 'text/plain' });
      const sealed = box.seal(forged, `webhook:${customer.webhookId}:headers`);
      await sql`update webhooks set headers_sealed = ${sealed} where id = ${customer.webhookId}`;
      const [event] = await customer.emit(1);
      expect(customer.receiver.requests[0]?.headers).toMatchObject({
        'webhook-id': event?.id,
        'content-type': 'application/json',
      });
      expect(await customer.webhook()).toMatchObject({ signed: true });
    });

    it('are never shown, and are stored sealed', async () => {
      const customer = await scene.customer({ headers: { authorization: 'Bearer very-secret' } });
      expect(JSON.stringify(await customer.webhook())).not.toContain('very-secret');
      const [row] = await scene.test
        .sql`select to_jsonb(webhooks)::text as text from webhooks where id = ${customer.webhookId}`;
      expect(row?.text).not.toContain('very-secret');
      expect(row?.text).not.toContain(customer.secret.slice(6, 20));
    });
  });
});
