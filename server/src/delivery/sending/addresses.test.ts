import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressPolicy, createOutbound } from '../../outbound/index.ts';
import { asUrlHost, loopbackHosts, specialAddresses } from '../../outbound/testing/forbidden-addresses.ts';
import { type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import { makeTestAccount, type TestAccount, type TestApp, testApp } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

const literals = [...loopbackHosts, ...specialAddresses.map(asUrlHost)];

describe('addresses of a service that is open to the world', () => {
  let inside: Receiver;
  beforeAll(async () => {
    inside = await startReceiver((response) => response.end('inside'), { host: '::' });
  });
  afterAll(() => inside[Symbol.asyncDispose]());

  describe('that name a forbidden target', () => {
    let test: TestApp;
    let party: TestAccount;
    let webhookId: string;
    beforeAll(async () => {
      test = await testApp({ settings: { loopbackOnly: false }, deliveryPollMs: null });
      party = await makeTestAccount(test.app, 'ours');
      const input = { name: 'Good', url: 'https://hooks.example.com/' };
      const created = await testChange(test.sql, (change) =>
        test.app.webhookServices.webhooks.create(change, party.accountId, input),
      );
      webhookId = created.webhook.id;
      await testChange(test.sql, (change) =>
        test.app.avatars.update(change, { accountId: party.accountId, id: party.avatarId }, { webhookId }),
      );
    });
    afterAll(() => test[Symbol.asyncDispose]());
    const path = () => `/v1/accounts/${party.accountId}/webhooks`;

    it('cannot be given to a webhook, in any notation', async () => {
      expect(literals.length).toBeGreaterThan(60);
      for (const host of literals) {
        const url = `http://${host}:${inside.port}/latest/meta-data`;
        const created = await test.operate({ method: 'POST', url: path(), body: { name: 'Bad', url } });
        expect({ url, status: created.status }).toEqual({ url, status: 400 });
        const target = `${path()}/${webhookId}`;
        const changed = await test.operate({ method: 'PATCH', url: target, body: { url } });
        expect({ url, status: changed.status }).toEqual({ url, status: 400 });
      }
      const { body } = await test.operate({ url: path() });
      expect(body).toMatchObject({ items: [{ url: 'https://hooks.example.com/' }], next: null });
    });

    it.each([
      'ftp://hooks.example.com/',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://user:secret@hooks.example.com/',
      'https://',
      'hooks.example.com',
      '',
      `https://hooks.example.com/${'x'.repeat(2048)}`,
    ])('nor can %s', async (url) => {
      const answer = await test.operate({ method: 'POST', url: path(), body: { name: 'Bad', url } });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } });
    });

    it('are never reached, even if they are in the table already: a failed attempt, in the log', async () => {
      const { sql, app, clock } = test;
      for (const host of literals) {
        await sql`update webhooks set url = ${`http://${host}:${inside.port}/`}, failures = 0, state = 'active'
          where id = ${webhookId}`;
        clock.advance(10_000);
        const { makeEvent } = await import('../../events/index.ts');
        const source = {
          accountId: party.accountId,
          avatarId: party.avatarId,
          sessionId: null,
          sequence: null,
        };
        const details = { error: host, avatar_id: String(party.avatarId), timestamp: clock.now() };
        await app.webhookServices.outbox.write([makeEvent(source, 'agent:error', details)]);
        await app.webhookServices.engine.idle();
        await sql`delete from deliveries`;
      }
      const attempts = await sql`select stage, status from attempts`;
      expect(attempts).toHaveLength(literals.length);
      expect(new Set(attempts.map(({ stage, status }) => `${stage} ${status}`))).toEqual(
        new Set(['address null']),
      );
      expect(inside.connections).toBe(0);
    });
  });

  describe('that lead to a forbidden target', () => {
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
    const attemptBy = async (options: Partial<Parameters<typeof createOutbound>[0]>, url: string) => {
      const policy = createAddressPolicy({ allowLoopback: false });
      await using outbound = createOutbound({ policy, allowHttp: true, ...options });
      const { sql, app } = scene.test;
      await app.webhookServices.outbox.enqueue(sql, customer.events(1));
      await customer.update({ url });
      await using engine = scene.engine({ outbound });
      await engine.lookForDue();
      await engine.idle();
      const [delivery] = await customer.deliveries();
      expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
      const [attempt] = await customer.attempts(delivery?.id ?? 0);
      return attempt;
    };

    it.each(specialAddresses)('a name that resolves to %s: no connection', async (address) => {
      const url = `http://innocent.example:${inside.port}/`;
      expect(await attemptBy({ resolve: async () => [address] }, url)).toMatchObject({
        stage: 'address',
        status: null,
      });
      expect(inside.connections).toBe(0);
    });

    it('a name that resolves to another private address each time: no connection', async () => {
      const answers = [['127.0.0.1'], ['::1'], ['127.0.0.1']];
      let asked = 0;
      const resolve = async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
      const attempt = await attemptBy({ resolve }, `http://innocent.example:${inside.port}/`);
      expect(asked).toBeGreaterThan(0);
      expect(attempt).toMatchObject({ stage: 'address' });
      expect(inside.connections).toBe(0);
    });

    it.each([301, 302, 303, 307, 308])(
      'an answer %i that points inside: no second connection',
      async (status) => {
        await using door = await startReceiver(
          (response) => response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end(),
          { host: '127.0.0.2' },
        );
        const policy = createAddressPolicy({ allowLoopback: false, allowedNetworks: ['127.0.0.2/32'] });
        const attempt = await attemptBy({ policy }, `http://127.0.0.2:${door.port}/`);
        expect(attempt).toMatchObject({
          status,
          problem: expect.stringContaining(`a redirect (HTTP ${status})`),
        });
        expect(door.requests).toHaveLength(1);
        expect(inside.connections).toBe(0);
      },
    );

    it('and the target was there to be reached', async () => {
      expect((await fetch(`http://127.0.0.1:${inside.port}/`)).status).toBe(200);
      expect(inside.connections).toBe(1);
    });
  });
});
