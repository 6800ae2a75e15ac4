import { text } from 'node:stream/consumers';
import { type ErrorName, errorBody, errorCodes } from '@parley/protocol/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { listen } from '../testing/requests.ts';
import { createApiClient, ParleyApiError } from './client.ts';

type Answer = readonly [status: number, body: unknown];

async function startService(answer: (url: URL, body: string) => Answer) {
  const requests: { url: string; headers: Record<string, unknown>; body: string }[] = [];
  const server = await listen(async (request, response) => {
    const body = await text(request);
    requests.push({ url: request.url ?? '', headers: request.headers, body });
    const [status, given] = answer(new URL(request.url ?? '', 'http://localhost'), body);
    const location = { location: 'http://127.0.0.1:1/' };
    response.writeHead(status, location).end(typeof given === 'string' ? given : JSON.stringify(given));
  });
  return { ...server, requests, client: createApiClient({ url: `${server.url}/`, apiKey: 'pk_1' }) };
}
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe('the client of the API-key endpoints', () => {
  it('asks for a token', async () => {
    const token = { jwt: 'a.b.c', expires_in: 300, avatar_id: '7' };
    await using service = await startService(() => [200, token]);
    expect(await service.client.generateToken('7', { expireAt: 300 })).toEqual(token);
    expect(service.requests).toMatchObject([
      {
        url: '/auth/generate-token',
        headers: { 'x-api-key': 'pk_1' },
        body: '{"avatar_id":"7","expire_at":300}',
      },
    ]);
  });

  it('lists all avatars, a page when it is needed', async () => {
    await using service = await startService(({ searchParams }) => {
      const page = Number(searchParams.get('page'));
      const avatars = [1, 2].map((place) => ({
        id: `${page * 2 + place}`,
        name: `Avatar ${page * 2 + place}`,
      }));
      return [200, { avatars, pagination: { page, size: 2, total: 6, total_pages: 3, has_next: page < 2 } }];
    });
    expect((await Array.fromAsync(service.client.avatars())).map(({ id }) => id)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    service.requests.length = 0;
    for await (const { id } of service.client.avatars()) if (id === '3') break;
    expect(service.requests.map(({ url }) => url)).toEqual([
      '/avatars?page=0&size=100',
      '/avatars?page=1&size=100',
    ]);
  });

  it('queries a session for the wanted fields, and an ended one is null', async () => {
    await using service = await startService(({ searchParams }) =>
      searchParams.get('sessionId') === 'ses 1&2'
        ? [
            200,
            { status: 'OK', failReason: 0, sessionId: 'ses 1&2', state: { avatarStatus: null, userId: 5 } },
          ]
        : [404, errorBody('fail', 'sessionNotFound')],
    );
    const state = await service.client.querySession('ses 1&2', ['avatarStatus', 'userId']);
    expect(state).toEqual({ avatarStatus: null, userId: 5 });
    expectTypeOf(state).exclude<null>().toHaveProperty('userId').toEqualTypeOf<number | null>();
    expect(await service.client.querySession('ses_gone', ['userId'])).toBeNull();
  });

  it('disconnects a session once', async () => {
    let live = true;
    await using service = await startService(() => {
      const answer: Answer = live
        ? [200, { status: 'OK', failReason: 0 }]
        : [404, errorBody('fail', 'sessionNotFound')];
      live = false;
      return answer;
    });
    expect(await service.client.disconnectSession('ses_1')).toBe(true);
    expect(await service.client.disconnectSession('ses_1')).toBe(false);
  });

  const names = (Object.keys(errorCodes) as ErrorName[]).filter((name) => name !== 'sessionNotFound');
  it.each(names)('the error %s has its name, in both shapes', async (name) => {
    const { status, code } = errorCodes[name];
    for (const shape of ['error', 'fail'] as const) {
      await using service = await startService(() => [status, errorBody(shape, name, 'because')]);
      const error = await caught(service.client.disconnectSession('ses_1'));
      expect(error).toBeInstanceOf(ParleyApiError);
      expect(error).toMatchObject({
        reason: name,
        code,
        status,
        message: expect.stringMatching(/: because$/),
      });
    }
  });

  it('a bare 429 of the edge is the same error as one with a body', async () => {
    await using service = await startService(() => [429, '']);
    expect(await caught(service.client.querySession('a', ['userId']))).toMatchObject({
      reason: 'rateLimited',
      code: 36,
    });
  });

  it.each([
    ['an error page of a proxy', [502, '<html>']],
    ['a success that is no JSON', [200, '<html>']],
  ] as const)('%s is unexpected', async (_name, answer) => {
    await using service = await startService(() => answer);
    expect(await caught(service.client.generateToken('7'))).toMatchObject({
      reason: 'unexpected',
      status: answer[0],
    });
  });

  it('a redirect is not followed, because the key would go with it; a dead service is unreachable', async () => {
    await using service = await startService(() => [307, '']);
    expect(await caught(service.client.generateToken('7'))).toMatchObject({
      reason: 'unreachable',
      status: 0,
    });
    await service[Symbol.asyncDispose]();
    expect(await caught(service.client.generateToken('7'))).toMatchObject({
      reason: 'unreachable',
      status: 0,
    });
  });

  it('a partner sends its access token, and a restricted key its origin', async () => {
    await using service = await startService(() => [200, {}]);
    await createApiClient({
      url: service.url,
      accessToken: 'at-1',
      origin: 'https://shop.example',
    }).generateToken('7');
    expect(service.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer at-1',
      origin: 'https://shop.example',
    });
    expect(service.requests[0]?.headers).not.toHaveProperty('x-api-key');
  });
});
