import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { apiKey, gatewayRequest, listen, someLogin } from '../testing/requests.ts';
import { createGateway } from './gateway.ts';
import { CallbackError, type GatewaySession } from './session.ts';

type Answer = readonly [status: number, body: string];
const accepted: Answer = [200, '{"sessionId":"ses_1","status":"OK","statusMessage":""}'];

/** A session whose callback address gives the answers in turn. */
async function openSession(...answers: Answer[]) {
  const requests: { body: unknown; authorization: string | undefined }[] = [];
  const server = await listen(async (request, response) => {
    requests.push({ body: JSON.parse(await text(request)), authorization: request.headers.authorization });
    const [status, body] = answers.shift() ?? accepted;
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
  });
  let session: GatewaySession | undefined;
  const gateway = createGateway({
    apiKey,
    onChat: () => '',
    onLogin: (opened) => {
      session = opened;
    },
  });
  await gateway(gatewayRequest(someLogin({ callbackUrl: `${server.url}/gateway/callback` })));
  if (session === undefined) throw new Error('LOGIN failed');
  return {
    session,
    requests,
    logout: () => gateway(gatewayRequest({ action: 'LOGOUT', sessionId: 'ses_1' })),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

describe('say', () => {
  it('posts to the callback address with the token of the session', async () => {
    await using test = await openSession();
    expect(await test.session.say('Your order has shipped.')).toBe(true);
    expect(await test.session.say('Listen!', { interrupt: true })).toBe(true);
    expect(test.requests).toEqual([
      {
        authorization: 'Bearer token-1',
        body: { sessionId: 'ses_1', message: 'Your order has shipped.' },
      },
      { authorization: 'Bearer token-1', body: { sessionId: 'ses_1', message: 'Listen!', interrupt: true } },
    ]);
  });

  it('keeps the order of calls that do not wait for each other', async () => {
    await using test = await openSession([429, '{}']);
    const said = [1, 2, 3].map((number) => test.session.say(`number ${number}`));
    expect((await Promise.allSettled(said)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(test.requests.map(({ body }) => body)).toMatchObject(
      [1, 2, 3].map((n) => ({ message: `number ${n}` })),
    );
  });

  it('after LOGOUT sends nothing and is false', async () => {
    await using test = await openSession();
    await test.logout();
    expect(test.session.isOver).toBe(true);
    expect(await test.session.say('Are you there?')).toBe(false);
    expect(test.requests).toEqual([]);
  });

  it('learns from a 404 that the session has ended, and asks no more', async () => {
    await using test = await openSession([
      404,
      '{"sessionId":"ses_1","status":"ERROR","statusMessage":"gone"}',
    ]);
    expect(await test.session.say('one')).toBe(false);
    expect(await test.session.say('two')).toBe(false);
    expect(test.session.isOver).toBe(true);
    expect(test.requests).toHaveLength(1);
  });

  it.each([
    [400, false],
    [401, false],
    [413, false],
    [429, true],
    [500, true],
  ])('a %i is a CallbackError with the service’s words; temporary: %s', async (status, isTemporary) => {
    await using test = await openSession([status, '{"statusMessage":"Too much."}']);
    const error = await test.session.say('hello').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CallbackError);
    expect(error).toMatchObject({ status, isTemporary, message: 'Too much.' });
    expect(await test.session.say('again')).toBe(true);
  });

  it('a redirect or a dead address is a temporary CallbackError, and the token goes nowhere else', async () => {
    await using test = await openSession([307, '']);
    await expect(test.session.say('hello')).rejects.toMatchObject({ status: 0, isTemporary: true });
    await test[Symbol.asyncDispose]();
    await expect(test.session.say('hello')).rejects.toMatchObject({ status: 0 });
  });
});
