import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAddressPolicy, createOutbound } from '../../outbound/index.ts';
import { startRawServer } from '../../outbound/testing/receiver.ts';
import { type Customer, type WebhookScene, webhookScene } from '../../webhooks/testing/webhook-scene.ts';
import { type AttemptResult, send } from './send.ts';
import type { WebhookWithSecrets } from './webhook-with-secrets.ts';

const clock = { now: () => 1_700_000_000_000, monotonicMs: () => 0 };
const request = { eventId: 'evt_1', body: '{}', sequence: null };
const webhookAt = (url: string): WebhookWithSecrets => ({
  id: 'whk_1',
  ownerId: 'acc_1',
  partnerId: null,
  url,
  headers: {},
  key: null,
  oldKey: null,
  fingerprint: '',
  mintToken: null,
});
const openOutbound = (resolve?: () => Promise<string[]>) =>
  createOutbound({
    policy: createAddressPolicy({ allowLoopback: true }),
    allowHttp: true,
    ...(resolve === undefined ? {} : { resolve }),
  });

describe('what counts as delivered', () => {
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

  it.each([200, 201, 202, 204, 226, 299])('[DE2] %i', async (status) => {
    customer.answer(status);
    await customer.emit(1);
    expect(await customer.deliveries()).toMatchObject([
      { state: 'delivered', lastStatus: status, attempts: 1 },
    ]);
  });

  it.each([300, 304, 400, 404, 409, 410, 429, 500, 503])('[DE2] not %i', async (status) => {
    customer.answer(status, 'no');
    await customer.emit(1);
    const [delivery] = await customer.deliveries();
    expect(delivery).toMatchObject({ state: 'pending', lastStatus: status, attempts: 1 });
    expect(await customer.attempts(delivery?.id ?? 0)).toMatchObject([
      {
        status,
        problem: `The receiver answered with HTTP ${status}. It must answer with a 2xx status.`,
        stage: null,
      },
    ]);
  });

  it.each([301, 302, 303, 307, 308])(
    '[DE2] a redirect, %i, is a failure and is not followed',
    async (status) => {
      const elsewhere = await scene.customer();
      const raw = await startRawServer((socket) => {
        socket.once('data', () =>
          socket.end(
            `HTTP/1.1 ${status} Elsewhere\r\nlocation: ${elsewhere.receiver.url}\r\ncontent-length: 0\r\n\r\n`,
          ),
        );
      });
      await customer.update({ url: raw.url });
      await customer.emit(1);
      await raw[Symbol.asyncDispose]();
      expect(await customer.deliveries()).toMatchObject([{ state: 'pending', lastStatus: status }]);
      expect(elsewhere.receiver.connections).toBe(0);
    },
  );

  it.each<[string, string]>([
    ['closes at once', ''],
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['breaks off in its head', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['breaks off in its body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    [
      'answers with a head without end',
      `HTTP/1.1 200 OK\r\n${'x-filler: '.padEnd(200, 'x')}\r\n`.repeat(500),
    ],
  ])('[DE2] not a receiver that %s', async (_what, says) => {
    const raw = await startRawServer((socket) => {
      socket.once('data', () => socket.end(says));
    });
    await customer.update({ url: raw.url });
    await customer.emit(1);
    await raw[Symbol.asyncDispose]();
    const [delivery] = await customer.deliveries();
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    const [attempt] = await customer.attempts(delivery?.id ?? 0);
    expect(attempt).toMatchObject({ stage: expect.any(String), problem: expect.any(String) });
  });

  it('[DE2] not a port without a listener', async () => {
    await customer.receiver[Symbol.asyncDispose]();
    await customer.emit(1);
    const [delivery] = await customer.deliveries();
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, lastStatus: null });
    expect(await customer.attempts(delivery?.id ?? 0)).toMatchObject([{ status: null, stage: 'connect' }]);
    await scene.clear();
  });

  it('[DE3] at most 16 KiB of the answer are kept, as bytes', async () => {
    customer.answer(200, 'é'.repeat(20_000));
    await customer.emit(1);
    const [delivery] = await customer.deliveries();
    const [attempt] = await customer.attempts(delivery?.id ?? 0);
    expect(delivery?.state).toBe('delivered');
    expect(attempt?.body).toEqual(Buffer.from('é'.repeat(8 * 1024)));
  });
});

describe('time limits', () => {
  it('[DE3] a receiver that takes the request and does not answer has 10 s', async () => {
    let asked = false;
    await using silent = await startRawServer((socket) => {
      socket.once('data', () => {
        asked = true;
      });
    });
    await using outbound = openOutbound();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const sending = send(outbound, webhookAt(silent.url), request, clock);
      let result: AttemptResult | null = null;
      void sending.then((settled) => {
        result = settled;
      });
      await waitUntil(() => asked);
      vi.advanceTimersByTime(9_999);
      await new Promise(setImmediate);
      expect(result).toBeNull();
      vi.advanceTimersByTime(1);
      expect(await sending).toMatchObject({ success: false, stage: 'timeout', status: null });
    } finally {
      vi.useRealTimers();
    }
  });

  it('[DE3] a connection has 4 s, the look-up of its name included', async () => {
    let asked = false;
    await using outbound = openOutbound(() => {
      asked = true;
      return new Promise(() => {});
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const sending = send(outbound, webhookAt('http://hooks.example.com/'), request, clock);
      let result: AttemptResult | null = null;
      void sending.then((settled) => {
        result = settled;
      });
      await waitUntil(() => asked);
      vi.advanceTimersByTime(3_999);
      await new Promise(setImmediate);
      expect(result).toBeNull();
      vi.advanceTimersByTime(1);
      expect(await sending).toMatchObject({ success: false, stage: 'timeout', status: null });
    } finally {
      vi.useRealTimers();
    }
  });
});

async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}
