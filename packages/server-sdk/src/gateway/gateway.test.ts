import { describe, expect, it, vi } from 'vitest';
import { answerTo, apiKey, gatewayRequest, someChat, someLogin } from '../testing/requests.ts';
import { createGateway, type GatewayOptions } from './gateway.ts';
import { LoginRefused } from './lifecycle.ts';

const gatewayWith = (options: Partial<GatewayOptions<undefined>> = {}) => {
  const onError = vi.fn();
  const gateway = createGateway({
    apiKey,
    onChat: (_session, message) => `You said ${message}`,
    onError,
    ...options,
  });
  return {
    onError,
    send: (body: unknown, headers?: Record<string, string>) =>
      answerTo(gateway(gatewayRequest(body, headers))),
  };
};
const ok = { status: 200, body: { sessionId: 'ses_1', status: 'OK', statusMessage: '' } };

describe('a conversation', () => {
  it('LOGIN, CHAT, LOGOUT get the answers of the contract', async () => {
    const seen: unknown[] = [];
    const { send } = gatewayWith({
      onLogin: ({ id, userId, locale, login }) => seen.push([id, userId, locale, login.customString]),
      onLogout: ({ id, isOver }) => seen.push([id, isOver]),
    });
    expect(await send(someLogin({ customString: 'basket=3', futureField: { a: 1 } }))).toEqual(ok);
    expect(await send(someChat())).toEqual({ ...ok, body: { ...ok.body, reply: 'You said hello' } });
    expect(await send({ action: 'LOGOUT', sessionId: 'ses_1' })).toEqual(ok);
    expect(seen).toEqual([
      ['ses_1', 'ann', 'en-GB', 'basket=3'],
      ['ses_1', true],
    ]);
  });

  it('a handler that returns nothing lets the avatar say nothing', async () => {
    const { send } = gatewayWith({ onChat: () => undefined });
    await send(someLogin());
    expect((await send(someChat())).body).toMatchObject({ reply: '', status: 'OK' });
  });

  it('`heard` of an interrupted reply reaches the handler', async () => {
    const { send } = gatewayWith({ onChat: (_session, _message, { heard }) => `heard ${heard}` });
    await send(someLogin());
    expect((await send({ ...someChat(), heard: 'One two' })).body).toMatchObject({ reply: 'heard One two' });
  });

  it('what a person said reaches the handler, and nothing else in its place', async () => {
    const { send } = gatewayWith({ onChat: (_session, _message, { takeover }) => JSON.stringify(takeover) });
    await send(someLogin());
    const takeover = [{ speaker: 'person', message: 'I am Ada.' }];
    expect((await send({ ...someChat(), takeover })).body).toMatchObject({ reply: JSON.stringify(takeover) });
    for (const odd of [
      undefined,
      'text',
      [null],
      [{ speaker: 'avatar', message: 'x' }],
      [{ speaker: 'user' }],
    ])
      expect((await send({ ...someChat(), takeover: odd })).body).toMatchObject({ reply: '[]' });
  });

  it('a LOGIN that comes again keeps the session with its data and renews its token', async () => {
    const gateway = createGateway({
      apiKey,
      data: () => ({ messages: [] as string[] }),
      onChat: ({ data, login }, message) => `${data.messages.push(message)} ${login.authToken}`,
    });
    const send = (body: unknown) => answerTo(gateway(gatewayRequest(body)));
    await send(someLogin());
    await send(someChat('one'));
    await send(someLogin({ authToken: 'token-2' }));
    expect((await send(someChat('two'))).body).toMatchObject({ reply: '2 token-2' });
  });

  it('a CHAT after a restart is answered 401, so that the LOGIN comes again', async () => {
    const { send } = gatewayWith();
    expect(await send(someChat())).toEqual({
      status: 401,
      body: { sessionId: 'ses_1', status: 'ERROR', statusMessage: 'Unknown session.' },
    });
    await send(someLogin());
    expect((await send(someChat())).status).toBe(200);
  });

  it('a LOGOUT of an unknown session is acknowledged, because its first answer may have been lost', async () => {
    const onLogout = vi.fn();
    const { send } = gatewayWith({ onLogout });
    await send(someLogin());
    for (let times = 0; times < 2; times++)
      expect((await send({ action: 'LOGOUT', sessionId: 'ses_1' })).status).toBe(200);
    expect(onLogout).toHaveBeenCalledTimes(1);
    expect((await send(someChat())).status).toBe(401);
  });

  it('a LOGOUT whose handler fails finds the session when it comes again', async () => {
    const onLogout = vi.fn().mockRejectedValueOnce(new Error('no database'));
    const { send } = gatewayWith({ onLogout });
    await send(someLogin());
    expect((await send({ action: 'LOGOUT', sessionId: 'ses_1' })).status).toBe(500);
    expect((await send({ action: 'LOGOUT', sessionId: 'ses_1' })).status).toBe(200);
    expect(onLogout).toHaveBeenCalledTimes(2);
  });

  it('a store brings a session back after a restart, and forgets it at LOGOUT', async () => {
    const logins = new Map();
    await gatewayWith({ logins }).send(someLogin());
    const onLogout = vi.fn();
    const restarted = gatewayWith({ logins, onLogout });
    expect((await restarted.send(someChat())).body).toMatchObject({ reply: 'You said hello' });
    await restarted.send({ action: 'LOGOUT', sessionId: 'ses_1' });
    expect(onLogout).toHaveBeenCalledTimes(1);
    expect(logins.size).toBe(0);
  });

  it('keeps at most `maxSessions`, and forgets the longest unused one', async () => {
    const { send } = gatewayWith({ maxSessions: 2 });
    for (const sessionId of ['a', 'b']) await send(someLogin({ sessionId }));
    await send(someChat('hello', 'a'));
    await send(someLogin({ sessionId: 'c' }));
    const statuses = ['a', 'b', 'c'].map(async (id) => (await send(someChat('hello', id))).status);
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  });
});

describe('a refused or failed request', () => {
  it.each([
    ['another key', 'Bearer another-key'],
    ['the beginning of the key', `Bearer ${apiKey.slice(0, -1)}`],
    ['the key and more', `Bearer ${apiKey}x`],
    ['an empty key', 'Bearer '],
    ['another scheme', `Basic ${apiKey}`],
  ])('%s: 401, and no handler runs', async (_name, authorization) => {
    const onLogin = vi.fn();
    const { send } = gatewayWith({ onLogin });
    expect(await send(someLogin(), { authorization })).toMatchObject({
      status: 401,
      body: { status: 'ERROR' },
    });
    expect(onLogin).not.toHaveBeenCalled();
  });

  it('either of two keys opens while the key is being replaced', async () => {
    const { send } = gatewayWith({ apiKey: ['old', apiKey] });
    for (const key of ['old', apiKey])
      expect((await send(someLogin(), { authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await send(someLogin(), { authorization: 'Bearer other' })).status).toBe(401);
  });

  it.each([[undefined], [''], [[]], [['a', '']]])('the key %j is refused when the gateway is made', (key) => {
    expect(() => gatewayWith({ apiKey: key as unknown as string })).toThrow(/apiKey must be/);
  });

  it('an avatar without a key needs none', async () => {
    expect((await gatewayWith({ apiKey: null }).send(someLogin(), { authorization: '' })).status).toBe(200);
  });

  it.each([
    ['text', 'hello', /not a JSON object/],
    ['nothing', '', /not a JSON object/],
    ['a list', '[]', /not a JSON object/],
    ['null', 'null', /not a JSON object/],
    ['nested JSON that breaks off', '{"a":'.repeat(20_000), /not a JSON object/],
    ['nested JSON that is whole', `{"a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, /not a JSON object/],
    ['no action', { sessionId: 'ses_1' }, /action must be/],
    ['an unknown action', { action: 'DANCE', sessionId: 'ses_1' }, /action must be/],
    ['an action of the prototype', { action: 'constructor', sessionId: 'ses_1' }, /action must be/],
    ['a CHAT without a message', { action: 'CHAT', sessionId: 'ses_1' }, /message must be given/],
    ['a message that is a number', { ...someChat(), message: 5 }, /message must be given/],
    ['a LOGIN without a callback', someLogin({ callbackUrl: undefined }), /callbackUrl must be/],
    ['a callback to a file', someLogin({ callbackUrl: 'file:///etc/passwd' }), /callbackUrl must be/],
  ])('%s: 400 that says what is wrong', async (_name, body, problem) => {
    const { status, body: answer } = await gatewayWith().send(body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ status: 'ERROR', statusMessage: expect.stringMatching(problem) });
  });

  it('invalid UTF-8: 400', async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    const headers = { authorization: `Bearer ${apiKey}` };
    const request = new Request('http://localhost/', { method: 'POST', headers, body });
    expect((await createGateway({ apiKey, onChat: () => '' })(request)).status).toBe(400);
  });

  it('a huge body: 413, and the rest is not read', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const headers = { authorization: `Bearer ${apiKey}` };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const answer = createGateway({ apiKey, onChat: () => '' })(new Request('http://localhost/', init));
    expect((await answer).status).toBe(413);
    expect(pulled).toBeLessThan(20);
  });

  it('another method: 405', async () => {
    const response = await createGateway({ apiKey, onChat: () => '' })(new Request('http://localhost/'));
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('`LoginRefused` ends the session, and it is not kept', async () => {
    const { send, onError } = gatewayWith({
      onLogin: () => {
        throw new LoginRefused('You are not on the list.');
      },
    });
    expect(await send(someLogin())).toMatchObject({
      status: 403,
      body: { status: 'ERROR', statusMessage: 'You are not on the list.' },
    });
    expect((await send(someChat())).status).toBe(401);
    expect(onError).not.toHaveBeenCalled();
  });

  it('an error of a handler is a 500 without its text, and goes to onError', async () => {
    const error = new Error('password=1234');
    const { send, onError } = gatewayWith({ onChat: () => Promise.reject(error) });
    await send(someLogin());
    expect(await send(someChat())).toEqual({
      status: 500,
      body: { sessionId: 'ses_1', status: 'ERROR', statusMessage: 'The endpoint failed.' },
    });
    expect(onError).toHaveBeenCalledWith(error, { action: 'CHAT', sessionId: 'ses_1' });
  });

  it('an onError that fails itself changes nothing', async () => {
    using _quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const fail = () => Promise.reject(new Error('no'));
    const { send } = gatewayWith({ onChat: fail, onError: fail });
    await send(someLogin());
    expect((await send(someChat())).status).toBe(500);
  });

  it('a reply that is longer than the contract allows is an error that says so', async () => {
    const { send, onError } = gatewayWith({ onChat: () => 'é'.repeat(32 * 1024 + 1) });
    await send(someLogin());
    expect((await send(someChat())).status).toBe(500);
    expect(String(onError.mock.calls[0]?.[0])).toMatch(/at most 65536 bytes/);
  });
});
