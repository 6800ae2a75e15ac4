import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { eventBody, newSecret, signedRequest } from '../testing/signed.ts';
import {
  createWebhookReceiver,
  memoryOfEvents,
  type ReceiverOptions,
  type WebhookEvent,
} from './webhooks.ts';

function receiverWith(options: Partial<ReceiverOptions> = {}) {
  const events: WebhookEvent[] = [];
  const onError = vi.fn();
  const receive = createWebhookReceiver({
    secret: newSecret(),
    onEvent: (event) => void events.push(event),
    onError,
    ...options,
  });
  return { receive, events, onError, status: async (request: Request) => (await receive(request)).status };
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('a webhook receiver', () => {
  it('gives a signed event to the handler', async () => {
    const { status, events } = receiverWith();
    const details = { error: 'No history', avatar_id: '7', timestamp: 5 };
    const headers = { 'parley-sequence': '3' };
    expect(await status(signedRequest({ body: eventBody('agent:error', details), headers }))).toBe(204);
    expect(events).toEqual([
      { id: 'evt_1', sequence: 3, message_type: 'Event', name: 'agent:error', details },
    ]);
  });

  it('the name of an event decides the type of its details', () => {
    const read = (event: WebhookEvent) => {
      if (event.name === 'session:conversation')
        expectTypeOf(event.details.transcript).items.toHaveProperty('speaker');
      if (event.name === 'connection:state-changed')
        expectTypeOf(event.details.state).toEqualTypeOf<'connecting' | 'connected' | 'disconnected'>();
    };
    expectTypeOf(read).parameter(0).toHaveProperty('id');
  });

  it.each([
    ['another secret', { secrets: [newSecret('x')] }],
    ['no signature that it knows', { headers: { 'webhook-signature': 'v2,AAAA v1,*** v1a,AAAA v1,' } }],
    ['an empty signature', { headers: { 'webhook-signature': '' } }],
    ['the signature of another id', { headers: { 'webhook-id': 'evt_2' } }],
    [
      'the signature of another time',
      { headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) } },
    ],
    ['a timestamp that is no number', { headers: { 'webhook-timestamp': 'now' } }],
    ['a stale timestamp', { at: minutesAgo(6) }],
    ['a timestamp in the future', { at: minutesAgo(-6) }],
  ])('%s: 401, and the handler does not run', async (_name, delivery) => {
    const { status, events } = receiverWith();
    expect(await status(signedRequest(delivery))).toBe(401);
    expect(events).toEqual([]);
  });

  it('a changed byte of the body: 401, also one that decodes to the same text', async () => {
    const body = eventBody('agent:error', { error: '\ufffd' });
    const good = signedRequest({ body });
    const bytes = Buffer.from(body);
    const at = bytes.indexOf(Buffer.from('\ufffd'));
    const forged = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]);
    const { status } = receiverWith();
    expect(await status(new Request(good.url, { method: 'POST', headers: good.headers, body: forged }))).toBe(
      401,
    );
    expect(await status(good)).toBe(204);
  });

  it('a stale request within a tolerance of its own is taken', async () => {
    const { status } = receiverWith({ toleranceSeconds: 600 });
    expect(await status(signedRequest({ at: minutesAgo(6) }))).toBe(204);
  });

  it.each([
    ['the service signs with both', newSecret('new'), [newSecret(), newSecret('new')]],
    ['the receiver knows both', [newSecret(), newSecret('new')], [newSecret('new')]],
  ])('during a rotation %s', async (_name, secret, secrets) => {
    expect(await receiverWith({ secret }).status(signedRequest({ secrets }))).toBe(204);
  });

  it.each([[''], ['whsec_'], ['whsec_***'], [undefined], [[]]])(
    'the secret %j is refused at once',
    (secret) => {
      expect(() => receiverWith({ secret: secret as string })).toThrow(/secret/);
    },
  );

  it('a huge body: 413', async () => {
    const body = eventBody('agent:error', { error: 'x'.repeat(9 * 1024 * 1024) });
    const headers = { 'webhook-signature': 'v1,AAAA' };
    expect(await receiverWith().status(signedRequest({ body, secrets: [], headers }))).toBe(413);
  });

  it('a signed body that is no event: 400', async () => {
    for (const body of ['', '[]', '{"name":"x"}', '{"message_type":"Event","name":5,"details":{}}'])
      expect(await receiverWith().status(signedRequest({ body }))).toBe(400);
  });

  it('another method: 405', async () => {
    expect(await receiverWith().status(new Request('http://localhost/hook'))).toBe(405);
  });
});

describe('an event that comes again', () => {
  it('is acknowledged and not handled again', async () => {
    const { status, events } = receiverWith();
    expect(await status(signedRequest())).toBe(204);
    expect(await status(signedRequest({ at: minutesAgo(1) }))).toBe(200);
    expect(await status(signedRequest({ id: 'evt_2' }))).toBe(204);
    expect(events.map(({ id }) => id)).toEqual(['evt_1', 'evt_2']);
  });

  it('after a failed handler is handled again', async () => {
    const onEvent = vi.fn().mockRejectedValueOnce(new Error('no database'));
    const { receive, status, onError } = receiverWith({ onEvent });
    const failed = await receive(signedRequest());
    expect([failed.status, await failed.text()]).toEqual([500, 'The receiver failed.\n']);
    expect(onError).toHaveBeenCalledWith(new Error('no database'), { id: 'evt_1' });
    expect(await status(signedRequest())).toBe(204);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  it('while the first request is still being handled must come later: 409', async () => {
    const handling = Promise.withResolvers<void>();
    const onEvent = vi.fn(() => handling.promise);
    const { status } = receiverWith({ onEvent });
    const first = status(signedRequest());
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
    expect(await status(signedRequest())).toBe(409);
    handling.resolve();
    expect(await first).toBe(204);
    expect(await status(signedRequest())).toBe(200);
  });

  it('is known to another receiver with the same store', async () => {
    const seen = memoryOfEvents();
    expect(await receiverWith({ seen }).status(signedRequest())).toBe(204);
    expect(await receiverWith({ seen }).status(signedRequest())).toBe(200);
  });

  it('the memory keeps the last ids and never drops one that is being handled', () => {
    const memory = memoryOfEvents(3);
    memory.begin('busy');
    for (const id of ['a', 'b', 'c']) {
      memory.begin(id);
      memory.finish(id);
    }
    expect(['busy', 'b', 'c', 'a'].map((id) => memory.begin(id))).toEqual(['busy', 'done', 'done', 'new']);
  });

  it('the memory does not forget a success when another attempt fails', () => {
    const memory = memoryOfEvents(3, 0);
    expect([memory.begin('a'), memory.begin('a')]).toEqual(['new', 'new']);
    memory.finish('a');
    memory.abandon('a');
    expect(memory.begin('a')).toBe('done');
  });
});

describe('a handler that hangs', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is told that its time is over, and the event that comes again is handled again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const signals: AbortSignal[] = [];
    const begun = Promise.withResolvers<void>();
    const { status, onError } = receiverWith({
      handlerTimeoutSeconds: 30,
      onEvent: (_event, { signal }) => {
        signals.push(signal);
        begun.resolve();
        if (signals.length > 1) return;
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    const hanging = status(signedRequest());
    await begun.promise;
    vi.advanceTimersByTime(29_999);
    expect(await status(signedRequest())).toBe(409);
    vi.advanceTimersByTime(1);
    expect(await hanging).toBe(500);
    expect(await status(signedRequest())).toBe(204);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(onError.mock.calls.map(([error]) => String(error))).toEqual([
      'HandlerTimeout: onEvent has not ended within 30 seconds.',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('may return when its time is over: the event that comes again is handled again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const onEvent = vi
      .fn<ReceiverOptions['onEvent']>()
      .mockImplementationOnce(
        (_event, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
      );
    const { status } = receiverWith({ onEvent });
    const hanging = status(signedRequest());
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
    vi.advanceTimersByTime(600_000);
    expect(await hanging).toBe(500);
    expect([await status(signedRequest()), await status(signedRequest())]).toEqual([204, 200]);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  it('after its time a success changes nothing for the next one, and a failure is told', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const calls: PromiseWithResolvers<void>[] = [];
    const onEvent = () => {
      const call = Promise.withResolvers<void>();
      calls.push(call);
      return call.promise;
    };
    const { status, onError } = receiverWith({ onEvent });
    const hanging = [status(signedRequest()), status(signedRequest({ id: 'evt_2' }))];
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    vi.advanceTimersByTime(600_000);
    expect(await Promise.all(hanging)).toEqual([500, 500]);
    const again = [status(signedRequest()), status(signedRequest({ id: 'evt_2' }))];
    await vi.waitFor(() => expect(calls).toHaveLength(4));
    calls[0]?.resolve();
    calls[1]?.reject(new Error('no database'));
    await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(new Error('no database'), expect.anything()));
    expect(await status(signedRequest())).toBe(409);
    expect(await status(signedRequest({ id: 'evt_2' }))).toBe(409);
    for (const call of calls) call.resolve();
    expect(await Promise.all(again)).toEqual([204, 204]);
  });

  it('an id that stays busy is new again after its time', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const memory = memoryOfEvents(3, 60);
    const after = (ms: number) => {
      vi.advanceTimersByTime(ms);
      return memory.begin('a');
    };
    expect([after(0), after(59_999), after(1), after(1)]).toEqual(['new', 'busy', 'new', 'busy']);
    memory.finish('a');
    expect(after(100_000)).toBe('done');
  });
});
