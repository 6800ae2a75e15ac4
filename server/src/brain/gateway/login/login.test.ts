import { describe, expect, it } from 'vitest';
import { sleep } from '../../../kernel/index.ts';
import { stoppedTimers } from '../../../outbound/testing/stopped-timers.ts';
import { callbackUrl, gatewayUnderTest, ok, sendJson } from '../../testing/gateway-under-test.ts';
import { neverAborted, session, someUser } from '../../testing/turn.ts';
import { waitUntil } from '../../testing/wait-until.ts';

describe('LOGIN', () => {
  it('[BR12] [BR13] has exactly the fields and headers of the contract', async () => {
    await using test = await gatewayUnderTest((response) => sendJson(response, ok));
    expect(await test.brain.open(someUser(), neverAborted)).toEqual({ outcome: 'open' });
    expect(test.bodies()).toEqual([
      {
        action: 'LOGIN',
        sessionId: session,
        userId: '1000000000001',
        locale: 'en-GB',
        lastSeen: '2026-01-02 03:04:05',
        authToken: `token-of-${session}`,
        callbackUrl: callbackUrl,
      },
    ]);
    const [request] = test.server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer key-1', 'content-type': 'application/json' },
    });
  });

  it('[BR12] contains the fields that the page set', async () => {
    await using test = await gatewayUnderTest((response) => sendJson(response, ok));
    const user = someUser({ customString: '', accessToken: 'access', jwtToken: 'jwt' });
    await test.brain.open(user, neverAborted);
    expect(test.bodies()[0]).toMatchObject({ customString: '', accessToken: 'access', jwtToken: 'jwt' });
  });

  it('[BR13] has no Authorization if there is no key', async () => {
    await using test = await gatewayUnderTest((response) => sendJson(response, ok), {}, { key: null });
    await test.brain.open(someUser(), neverAborted);
    expect(test.server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('[BR14] is tried again after a 5xx and a broken connection', async () => {
    const answers = [500, 'break', 200];
    await using test = await gatewayUnderTest((response) => {
      const next = answers.shift();
      if (next === 'break') response.destroy();
      else sendJson(response, ok, Number(next));
    });
    expect(await test.brain.open(someUser(), neverAborted)).toEqual({ outcome: 'open' });
    expect(test.server.requests).toHaveLength(3);
    expect(test.waits).toEqual([200, 400]);
  });

  it('[BR14] waits differently for each session', async () => {
    const random = [0, 0.999];
    await using test = await gatewayUnderTest((response) => sendJson(response, ok, 503), {
      random: () => random.shift() ?? 0,
    });
    await test.brain.open(someUser(), neverAborted);
    expect(test.waits).toEqual([100, 600]);
  });

  it('[BR14] [BR16] has three tries', async () => {
    await using test = await gatewayUnderTest((response) =>
      sendJson(response, { ...ok, status: 'ERROR' }, 500),
    );
    const opening = await test.brain.open(someUser(), neverAborted);
    expect(opening).toMatchObject({
      outcome: 'failed',
      reached: true,
      note: {
        action: 'LOGIN',
        stage: 'http',
        httpStatus: 500,
        status: 'ERROR',
        statusMessage: 'fine',
        tries: 3,
      },
    });
    expect(test.server.requests).toHaveLength(3);
  });

  it('[BR14] [BR16] each try has its limit', async () => {
    using timers = stoppedTimers();
    await using test = await gatewayUnderTest(() => timers.pass(5_000));
    const opening = await test.brain.open(someUser(), neverAborted);
    expect(opening).toMatchObject({ outcome: 'failed', reached: true, note: { stage: 'timeout', tries: 3 } });
    await waitUntil(() => test.server.open.size === 0);
    expect(test.server.requests).toHaveLength(3);
  });

  it.each([
    [401, 'nonsense'],
    [403, { status: 'OK' }],
    [200, { sessionId: session, status: 'ERROR', statusMessage: 'not you' }],
    [200, { status: 'BANNED' }],
    [400, { status: 'ERROR', statusMessage: 'who?' }],
  ])('[BR15] is refused by HTTP %d with %j', async (httpStatus, body) => {
    await using test = await gatewayUnderTest((response) => sendJson(response, body, httpStatus));
    expect(await test.brain.open(someUser(), neverAborted)).toMatchObject({
      outcome: 'refused',
      note: { action: 'LOGIN', httpStatus },
    });
    expect(test.server.requests).toHaveLength(1);
  });

  it.each([
    ['a wrong echo', 200, { ...ok, sessionId: 'ses_other' }, 'echo'],
    ['no echo', 200, { status: 'OK' }, 'echo'],
    ['no status', 200, { sessionId: session }, 'body'],
    ['no object', 200, 'OK', 'body'],
    ['a 404', 404, { message: 'no such page' }, 'http'],
    ['a redirect', 302, ok, 'http'],
  ])('[BR16] fails at once with %s', async (_name, httpStatus, body, stage) => {
    await using test = await gatewayUnderTest((response) => sendJson(response, body, httpStatus));
    expect(await test.brain.open(someUser(), neverAborted)).toMatchObject({
      outcome: 'failed',
      reached: true,
      note: { stage, httpStatus, tries: 1 },
    });
    expect(test.server.requests).toHaveLength(1);
  });

  it('[BR16] an answer of 10 MB is cut and fails', async () => {
    await using test = await gatewayUnderTest((response) => response.end(Buffer.alloc(10_485_760, 'x')));
    const opening = await test.brain.open(someUser(), neverAborted);
    expect(opening).toMatchObject({ outcome: 'failed', reached: true, note: { stage: 'body' } });
    await waitUntil(() => test.server.open.size === 0);
  });

  it('[BR16] has not reached an endpoint that accepts no connection', async () => {
    await using test = await gatewayUnderTest(() => undefined);
    await test.server[Symbol.asyncDispose]();
    expect(await test.brain.open(someUser(), neverAborted)).toMatchObject({
      outcome: 'failed',
      reached: false,
      note: { stage: 'connect', tries: 3 },
    });
  });

  it('[BR16] remembers that an earlier try may have arrived', async () => {
    await using test = await gatewayUnderTest((response) => {
      response.destroy();
      void test.server[Symbol.asyncDispose]();
    });
    expect(await test.brain.open(someUser(), neverAborted)).toMatchObject({
      outcome: 'failed',
      reached: true,
      note: { stage: 'connect', tries: 3 },
    });
  });

  it('[BR16] aborted after it was sent, it may have arrived', async () => {
    const controller = new AbortController();
    await using test = await gatewayUnderTest(() => controller.abort());
    expect(await test.brain.open(someUser(), controller.signal)).toMatchObject({
      outcome: 'failed',
      reached: true,
      note: { stage: 'aborted' },
    });
  });

  it('[BR16] aborted before it was sent, it has not', async () => {
    await using test = await gatewayUnderTest((response) => sendJson(response, ok));
    expect(await test.brain.open(someUser(), AbortSignal.abort())).toMatchObject({
      outcome: 'failed',
      reached: false,
    });
    expect(test.server.requests).toHaveLength(0);
  });

  it('[BR16] aborted between two tries, no further one is made', async () => {
    const controller = new AbortController();
    await using test = await gatewayUnderTest((response) => sendJson(response, ok, 500), {
      sleep: async () => controller.abort(),
    });
    expect(await test.brain.open(someUser(), controller.signal)).toMatchObject({
      outcome: 'failed',
      reached: true,
      note: { stage: 'aborted', tries: 1 },
    });
    expect(test.server.requests).toHaveLength(1);
  });

  it('[BR14] the backoff of a running service ends when it is aborted', async () => {
    const controller = new AbortController();
    await using test = await gatewayUnderTest(
      (response) => {
        sendJson(response, ok, 500);
        response.once('close', () => setImmediate(() => controller.abort()));
      },
      { sleep, random: () => 1_000 },
    );
    expect(await test.brain.open(someUser(), controller.signal)).toMatchObject({
      note: { stage: 'aborted' },
    });
  });

  it('[BR3] the note contains no secret', async () => {
    const customString = '{"order":"1234","token":"access-1"}';
    const user = someUser({ accessToken: 'access-1', jwtToken: 'jwt-1', customString });
    await using test = await gatewayUnderTest((response, request) => {
      sendJson(response, {
        status: 'ERROR',
        statusMessage: `${request.headers.authorization} ${request.body} ${customString}`,
      });
    });
    const text = JSON.stringify(await test.brain.open(user, neverAborted));
    for (const secret of ['key-1', `token-of-${session}`, 'access-1', 'jwt-1', 'order'])
      expect(text).not.toContain(secret);
    expect(text).toContain('[hidden]');
  });

  it('[BR3] the note stays readable if the custom string is short', async () => {
    await using test = await gatewayUnderTest((response) =>
      sendJson(response, { status: 'ERROR', statusMessage: 'The user is not ours.' }),
    );
    const opened = await test.brain.open(someUser({ customString: 'us' }), neverAborted);
    expect(opened).toMatchObject({ note: { statusMessage: 'The user is not ours.' } });
  });
});
