import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerTo, gatewayRequest, listen, someChat, someLogin } from '../testing/requests.ts';
import { createGateway, type GatewayOptions } from './gateway.ts';
import { LoginRefused } from './lifecycle.ts';
import type { GatewaySession } from './session.ts';

/** A gateway whose `onLogin` ends when the test wants. */
function slowGateway(options: Partial<GatewayOptions<undefined>> = {}) {
  const told: string[] = [];
  const goOn = Promise.withResolvers<void>();
  const onError = vi.fn();
  const gateway = createGateway({
    // A key is compared in another thread, for which `turns` does not wait.
    apiKey: null,
    onChat: ({ login }) => `${login.accessToken}`,
    onLogin: async (session: GatewaySession<undefined>) => {
      told.push('login');
      await goOn.promise;
      told.push(`opened, isOver ${session.isOver}`);
    },
    onLogout: () => void told.push('logout'),
    onError,
    ...options,
  });
  const send = (body: unknown) => answerTo(gateway(gatewayRequest(body)));
  const status = async (body: unknown) => (await send(body)).status;
  return { told, goOn: goOn.resolve, onError, send, status };
}
const logout = { action: 'LOGOUT', sessionId: 'ses_1' };
/** Lets everything run that does not wait for the test. */
const turns = async () => {
  for (let times = 0; times < 5; times++) await new Promise(setImmediate);
};

describe('while onLogin runs', () => {
  it('a LOGIN that comes again waits for it, and the session has the last one', async () => {
    const { told, goOn, send, status } = slowGateway();
    const logins = ['a', 'b', 'c'].map((accessToken) => status(someLogin({ accessToken })));
    await turns();
    goOn();
    expect(await Promise.all(logins)).toEqual([200, 200, 200]);
    expect(told).toEqual(['login', 'opened, isOver false']);
    expect((await send(someChat())).body).toMatchObject({ reply: 'c' });
  });

  it.each([
    ['of this process', undefined],
    ['of a store', new Map()],
  ])('a LOGOUT closes what it opens, and nothing stays in the memory %s', async (_name, store) => {
    const { told, goOn, status } = slowGateway(store === undefined ? {} : { logins: store });
    const logins = [status(someLogin()), status(someLogin())];
    await turns();
    const ended = status(logout);
    await turns();
    goOn();
    expect(await Promise.all([...logins, ended])).toEqual([200, 200, 200]);
    expect(told).toEqual(['login', 'opened, isOver true', 'logout']);
    expect(await status(someChat())).toBe(401);
    expect(await status(logout)).toBe(200);
    expect(told.length).toBe(3);
    expect(store?.size ?? 0).toBe(0);
  });

  it('a LOGOUT that comes while the session is being stored closes it', async () => {
    const storing = Promise.withResolvers<void>();
    const stored = new Map();
    const { told, goOn, status } = slowGateway({
      logins: {
        get: (id) => stored.get(id),
        set: async (id, login) => {
          await storing.promise;
          stored.set(id, login);
        },
        delete: (id) => stored.delete(id),
      },
    });
    goOn();
    const opened = status(someLogin());
    await turns();
    const ended = status(logout);
    await turns();
    storing.resolve();
    expect(await Promise.all([opened, ended])).toEqual([200, 200]);
    expect(told).toEqual(['login', 'opened, isOver false', 'logout']);
    expect(stored.size).toBe(0);
  });

  it('a LOGOUT whose handler then fails finds the session when it comes again', async () => {
    const onLogout = vi
      .fn()
      .mockRejectedValueOnce(new Error('no database'))
      .mockRejectedValueOnce(new Error('no database'));
    const { goOn, status } = slowGateway({ onLogout });
    const opened = status(someLogin());
    await turns();
    const ended = status(logout);
    await turns();
    goOn();
    expect(await Promise.all([opened, ended])).toEqual([500, 500]);
    expect(await status(logout)).toBe(200);
    expect(onLogout).toHaveBeenCalledTimes(3);
    expect(await status(someChat())).toBe(401);
  });

  it('a refusal refuses all who wait, and a LOGOUT has nothing to close', async () => {
    const refused = Promise.withResolvers<void>();
    const { told, status } = slowGateway({ onLogin: () => refused.promise });
    const logins = [status(someLogin()), status(someLogin())];
    await turns();
    const ended = status(logout);
    await turns();
    refused.reject(new LoginRefused('Bye'));
    expect(await Promise.all([...logins, ended])).toEqual([403, 403, 200]);
    expect(told).toEqual([]);
  });
});

it('a session that cannot be stored leaves nothing behind', async () => {
  const data = vi.fn(() => undefined);
  const logins = Object.assign(new Map(), { set: vi.fn().mockRejectedValueOnce(new Error('no database')) });
  const { goOn, status } = slowGateway({ data, logins });
  goOn();
  expect([await status(someLogin()), await status(someLogin())]).toEqual([500, 200]);
  expect(data).toHaveBeenCalledTimes(2);
});

it('a shadow that greets in onLogin is answered 404, and keeps its session until the LOGOUT', async () => {
  await using callback = await listen((_request, response) => void response.writeHead(404).end('{}'));
  const said: boolean[] = [];
  const onLogin = async (session: GatewaySession) => void said.push(await session.say('Welcome.'));
  const { told, status } = slowGateway({ onLogin });
  expect(await status(someLogin({ callbackUrl: callback.url }))).toBe(200);
  expect(await status(someChat())).toBe(200);
  expect([said, told]).toEqual([[false], []]);
  expect(await status(logout)).toBe(200);
  expect(told).toEqual(['logout']);
});

it('while onLogout runs, a LOGOUT that comes again waits for it, and a LOGIN that it has overtaken is refused', async () => {
  const closing = Promise.withResolvers<void>();
  const onLogout = vi.fn(() => closing.promise);
  const { goOn, status } = slowGateway({ onLogout });
  goOn();
  await status(someLogin());
  const logouts = [status(logout), status(logout)];
  await turns();
  expect(await status(someLogin())).toBe(403);
  closing.resolve();
  expect(await Promise.all(logouts)).toEqual([200, 200]);
  expect(onLogout).toHaveBeenCalledTimes(1);
  expect(await status(someChat())).toBe(401);
});

describe('a handler that hangs', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  it('onLogin is called again after its time; if it ends after the LOGOUT, it is closed', async () => {
    stopTimers();
    const first = Promise.withResolvers<void>();
    const onLogin = vi.fn().mockReturnValueOnce(first.promise);
    const { told, onError, status } = slowGateway({ onLogin, loginTimeoutSeconds: 30 });
    const hanging = status(someLogin());
    await turns();
    vi.advanceTimersByTime(29_999);
    const joined = status(someLogin());
    await turns();
    expect(onLogin).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(await Promise.all([hanging, joined])).toEqual([500, 500]);
    expect(String(onError.mock.calls[0]?.[0])).toMatch(/onLogin has not ended within 30 seconds/);
    expect(await status(someLogin())).toBe(200);
    expect(await status(logout)).toBe(200);
    first.resolve();
    await turns();
    expect([onLogin.mock.calls.length, told]).toEqual([2, ['logout', 'logout']]);
    expect(await status(someChat())).toBe(401);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['fails', (first: PromiseWithResolvers<void>) => first.reject(new Error('no database'))],
    ['ends', (first: PromiseWithResolvers<void>) => first.resolve()],
  ])(
    'onLogin %s after its time while a second one runs: the second is told of a LOGOUT',
    async (_name, settle) => {
      stopTimers();
      const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const handlers = [first, second];
      const { told, status } = slowGateway({
        onLogin: async (session) => {
          await handlers.shift()?.promise;
          told.push(`opened, isOver ${session.isOver}`);
        },
      });
      const hanging = status(someLogin());
      await turns();
      vi.advanceTimersByTime(60_000);
      expect(await hanging).toBe(500);
      const opened = status(someLogin());
      await turns();
      settle(first);
      await turns();
      const ended = status(logout);
      await turns();
      second.resolve();
      expect(await Promise.all([opened, ended])).toEqual([200, 200]);
      expect(told.slice(-2)).toEqual(['opened, isOver true', 'logout']);
    },
  );

  it('an onLogin that fails after its time leaves nothing behind', async () => {
    stopTimers();
    const first = Promise.withResolvers<void>();
    const data = vi.fn(() => undefined);
    const onLogin = vi.fn().mockReturnValueOnce(first.promise);
    const { onError, status } = slowGateway({ onLogin, data });
    const hanging = status(someLogin());
    await turns();
    vi.advanceTimersByTime(60_000);
    expect(await hanging).toBe(500);
    first.reject(new Error('no database'));
    await turns();
    expect(onError).toHaveBeenLastCalledWith(new Error('no database'), {
      action: 'LOGIN',
      sessionId: 'ses_1',
    });
    expect(await status(someLogin())).toBe(200);
    expect(data).toHaveBeenCalledTimes(2);
  });

  it('onLogout is called again after its time', async () => {
    stopTimers();
    const onLogout = vi.fn().mockReturnValueOnce(new Promise(() => {}));
    const { goOn, status } = slowGateway({ onLogout });
    goOn();
    await status(someLogin());
    const hanging = status(logout);
    await turns();
    vi.advanceTimersByTime(600_000);
    expect(await hanging).toBe(500);
    expect(await status(logout)).toBe(200);
    expect(onLogout).toHaveBeenCalledTimes(2);
    expect(await status(someChat())).toBe(401);
  });

  it('a store that hangs fails the request', async () => {
    stopTimers();
    const never = () => new Promise<never>(() => {});
    const { goOn, status } = slowGateway({ logins: { get: never, set: never, delete: never } });
    goOn();
    const hanging = status(someLogin());
    await turns();
    vi.advanceTimersByTime(60_000);
    expect(await hanging).toBe(500);
  });
});
