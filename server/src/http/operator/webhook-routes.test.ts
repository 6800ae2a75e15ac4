import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Method } from '../../testing/app/index.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';

type Body = Record<string, unknown>;

describe('the operator’s routes for webhooks and deliveries', () => {
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

  const call = async (method: Method, url: string, body?: unknown) => {
    const answer = await scene.test.operate({ method, url, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, body: answer.body as Body };
  };
  const refusal = async (method: Method, url: string, body?: unknown) => {
    const answer = await call(method, url, body);
    return { status: answer.status, ...(answer.body.error as { code: string; message: string }) };
  };
  const hook = (rest = '') => `/operator/webhooks/${customer.webhookId}${rest}`;
  const list = async (query = ''): Promise<Body[]> => {
    const { status, body } = await call('GET', `/operator/deliveries?webhook=${customer.webhookId}${query}`);
    expect(status).toBe(200);
    return body.deliveries as Body[];
  };
  const onlyId = async () => String((await list())[0]?.id);

  describe('webhooks', () => {
    it('create one, whose secret is shown this once', async () => {
      const input = { name: ' Orders ', url: 'http://127.0.0.1:9/hooks', headers: { 'X-Tenant': 'one' } };
      const made = await call('POST', '/operator/webhooks', { account: customer.accountId, ...input });
      expect(made).toEqual({
        status: 201,
        body: {
          id: expect.stringMatching(/^whk_/),
          account: customer.accountId,
          name: 'Orders',
          url: 'http://127.0.0.1:9/hooks',
          headers: ['x-tenant'],
          signed: true,
          state: 'active',
          consecutive_failures: 0,
          pending: 0,
          paused_at: null,
          test_passed_at: null,
          created_at: expect.any(String),
          warning: expect.stringContaining('plain http'),
          secret: expect.stringMatching(/^whsec_/),
        },
      });
      const { secret, ...rest } = made.body;
      expect(await call('GET', `/operator/webhooks/${made.body.id}`)).toEqual({ status: 200, body: rest });
      const { body } = await call('GET', `/operator/webhooks?account=${customer.accountId}`);
      expect(body.webhooks).toEqual([expect.objectContaining({ id: customer.webhookId }), rest]);
      expect(secret).toBeDefined();
    });

    it('no warning where the address is https', async () => {
      const input = { account: customer.accountId, name: 'Safe', url: 'https://hooks.example.com/' };
      expect((await call('POST', '/operator/webhooks', input)).body).not.toHaveProperty('warning');
    });

    it('change name, address and headers, one by one or together', async () => {
      expect((await call('PATCH', hook(), { name: 'New' })).body).toMatchObject({ name: 'New', headers: [] });
      const more = { url: `${customer.receiver.url}new`, headers: { 'x-a': '1', 'x-b': '2' } };
      expect((await call('PATCH', hook(), more)).body).toMatchObject({
        name: 'New',
        url: `${customer.receiver.url}new`,
        headers: ['x-a', 'x-b'],
      });
      await customer.emit(1);
      expect(customer.receiver.requests[0]).toMatchObject({
        path: '/new',
        headers: { 'x-a': '1', 'x-b': '2' },
      });
    });

    it('rotate, test, pause, enable', async () => {
      const { body: rotated } = await call('POST', hook('/rotate'), { overlap_seconds: 60 });
      expect(rotated.secret).toMatch(/^whsec_/);
      expect(rotated.secret).not.toBe(customer.secret);
      customer.answer(500, 'no');
      await customer.emit(20);
      expect((await call('GET', hook())).body).toMatchObject({ state: 'paused', held: 20 });
      expect(await refusal('POST', hook('/enable'))).toMatchObject({ status: 409, code: 'conflict' });
      expect((await call('POST', hook('/test'))).body).toMatchObject({
        passed: false,
        status: 500,
        response: 'no',
        problem: 'the receiver answered 500',
      });
      customer.answer(200, 'yes');
      expect((await call('POST', hook('/test'))).body).toMatchObject({ passed: true, status: 200 });
      expect(JSON.parse(customer.receiver.requests.at(-1)?.body ?? '').details.triggered_by).toBe('operator');
      expect((await call('POST', hook('/enable'))).body).toMatchObject({ state: 'active', pending: 20 });
    });

    it('delete asks first', async () => {
      customer.answer(500);
      await customer.emit(2);
      expect(await refusal('DELETE', hook())).toEqual({
        status: 409,
        code: 'conflict',
        message: '2 deliveries wait for this webhook. Say --discard to give them up.',
      });
      expect(await call('DELETE', hook('?discard=true'))).toEqual({
        status: 200,
        body: { id: customer.webhookId, deleted: true, discarded: 2 },
      });
      expect(await refusal('GET', hook())).toMatchObject({ status: 404 });
    });
  });

  describe('deliveries', () => {
    it('are listed newest first, by status, event and time, and page by page', async () => {
      customer.answer(500);
      await customer.emit(2);
      customer.answer(200);
      await customer.emit(3);
      const all = await list();
      expect(all.map(({ status }) => status)).toEqual([
        'delivered',
        'delivered',
        'delivered',
        'pending',
        'pending',
      ]);
      expect(all.map(({ id }) => Number(id))).toEqual(
        all.map(({ id }) => Number(id)).toSorted((a, b) => b - a),
      );
      expect(await list('&status=pending')).toEqual(all.slice(3));
      expect(await list('&status=delivered')).toEqual(all.slice(0, 3));
      for (const status of ['held', 'exhausted', 'discarded'])
        expect(await list(`&status=${status}`)).toEqual([]);
      expect(await list('&event=notification')).toEqual([]);
      expect(await list('&event=agent:error')).toHaveLength(5);
      expect(await list('&since=2001-01-01')).toHaveLength(5);
      expect(await list('&since=2999-01-01')).toEqual([]);
      const first = await list('&limit=2');
      const second = await list(`&limit=2&before=${first.at(-1)?.id}`);
      expect([...first, ...second]).toEqual(all.slice(0, 4));
    });

    it('show everything but the values of the webhook’s own headers', async () => {
      await call('PATCH', hook(), { headers: { authorization: 'Bearer very-secret' } });
      customer.answer(404, 'no such hook');
      const [event] = await customer.emit(1);
      const { body } = await call('GET', `/operator/deliveries/${await onlyId()}`);
      expect(body).toMatchObject({
        'webhook-id': event?.id,
        event: 'agent:error',
        status: 'pending',
        attempt_count: 1,
        last_response: 404,
        next_attempt_at: expect.any(String),
        payload: event?.body,
        headers: { authorization: '[hidden]', 'webhook-id': event?.id },
        attempts: [{ kind: 'scheduled', status: 404, response: 'no such hook', duration_ms: 0 }],
      });
      expect(JSON.stringify(body)).not.toContain('very-secret');
    });

    it('replay one, replay many, discard', async () => {
      customer.answer(500);
      await customer.emit(3);
      const id = await onlyId();
      scene.test.clock.advance(1);
      expect((await call('POST', `/operator/deliveries/${id}/replay`)).body).toMatchObject({
        id,
        delivered: false,
        status: 500,
      });
      customer.answer(200);
      scene.test.clock.advance(1);
      expect((await call('POST', `/operator/deliveries/${id}/replay`)).body).toMatchObject({
        delivered: true,
      });
      const many = { webhook: customer.webhookId, status: 'pending' };
      expect((await call('POST', '/operator/deliveries/replay', many)).body).toEqual({
        tried: 2,
        delivered: 2,
        failed: 0,
        left: 0,
      });
      customer.answer(500);
      await customer.emit(1);
      const last = await onlyId();
      expect((await call('POST', `/operator/deliveries/${last}/discard`)).body).toEqual({
        id: last,
        discarded: true,
      });
      expect(await refusal('POST', `/operator/deliveries/${last}/discard`)).toMatchObject({ status: 409 });
    });

    it('the requests are what a webhook was sent, signed for now, from a cursor on', async () => {
      const { body: start } = await call('GET', hook('/requests'));
      expect(start).toEqual({ requests: [], cursor: expect.any(Number) });
      const [event] = await customer.emit(1);
      const { body } = await call('GET', hook(`/requests?after=${start.cursor}`));
      expect(body.requests).toEqual([
        {
          event: 'agent:error',
          body: event?.body,
          headers: expect.objectContaining({
            'webhook-id': event?.id,
            'webhook-signature': expect.stringMatching(/^v1,/),
          }),
        },
      ]);
      const { body: end } = await call('GET', hook(`/requests?after=${body.cursor}`));
      expect(end).toEqual({ requests: [], cursor: body.cursor });
    });

    it('the mail of a pause is listed', async () => {
      customer.answer(500);
      await customer.emit(20);
      const { body } = await call('GET', '/operator/mails');
      expect(body.mails).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            to: customer.email,
            subject: expect.stringContaining('is paused'),
            sent_at: null,
          }),
        ]),
      );
    });
  });
});
