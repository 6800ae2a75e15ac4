import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../../kernel/testing/manual-clock.ts';
import { stoppedTimers } from '../../../outbound/testing/stopped-timers.ts';
import { gatewayUnderTest, ok, sendJson } from '../../testing/gateway-under-test.ts';
import { failureOf, neverAborted, outcomeOf, session, someQuestion, someUser } from '../../testing/turn.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const yes = { ...ok, reply: 'yes' };

describe('the body of a CHAT', () => {
  it('[BR13] [BR17] has exactly the fields and headers of the contract', async () => {
    await using test = await gatewayUnderTest((response) => sendJson(response, yes));
    const question = someQuestion({ message: '<order json=\'{"id":1}\'/> "hi" 😀', heard: 'One two' });
    expect(await outcomeOf(test.brain.answer(question, neverAborted))).toEqual({
      pieces: ['yes'],
      failure: null,
    });
    expect(test.bodies()).toEqual([{ action: 'CHAT', sessionId: session, message: question.message }]);
    expect(test.server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer key-1',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    });
  });

  it('[BR17] says what was heard if the endpoint asks for it', async () => {
    await using test = await gatewayUnderTest(
      (response) => sendJson(response, yes),
      {},
      { sendsHeard: true },
    );
    await outcomeOf(test.brain.answer(someQuestion({ heard: 'One two' }), neverAborted));
    await outcomeOf(test.brain.answer(someQuestion({ heard: '' }), neverAborted));
    await outcomeOf(test.brain.answer(someQuestion(), neverAborted));
    expect(test.bodies().map((body) => body.heard)).toEqual(['One two', '', undefined]);
  });
});

describe('sending a CHAT', () => {
  it('[BR18] uses the same connection turn after turn', async () => {
    await using test = await gatewayUnderTest((response) => sendJson(response, yes));
    for (let turn = 0; turn < 5; turn++) await outcomeOf(test.brain.answer(someQuestion(), neverAborted));
    expect(test.server.requests).toHaveLength(5);
    expect(test.server.connections).toBe(1);
  });

  it('[BR18] a kept connection that the endpoint has closed does not fail the turn', async () => {
    await using test = await gatewayUnderTest((response) => sendJson(response, yes));
    for (let turn = 0; turn < 5; turn++) {
      expect((await outcomeOf(test.brain.answer(someQuestion(), neverAborted))).pieces).toEqual(['yes']);
      for (const socket of test.server.open) socket.destroy();
      await waitUntil(() => test.server.open.size === 0);
      // Another turn of the event loop, in which our end of the socket closes too.
      await test.gateway.logout(1, session, { ...test.settings, url: 'http://127.0.0.1:1/' }, neverAborted);
    }
    expect(test.bodies().map((body) => body.action)).toEqual(Array(5).fill('CHAT'));
    expect(test.server.connections).toBe(5);
  });

  it('[BR18] is not sent again when the connection breaks after it was sent', async () => {
    await using test = await gatewayUnderTest((response) => response.destroy());
    const failure = await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure.note).toMatchObject({ action: 'CHAT', stage: 'response' });
    expect(test.server.requests).toHaveLength(1);
    expect(test.waits).toEqual([]);
  });

  it('[BR18] is tried once more if no connection could be made', async () => {
    await using test = await gatewayUnderTest(() => undefined);
    await test.server[Symbol.asyncDispose]();
    await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(test.waits).toEqual([200]);
  });

  it('[BR18] the second try reaches an endpoint that is back', async () => {
    await using server = createServer((_request, response) => sendJson(response, yes));
    await using test = await gatewayUnderTest(() => undefined, {
      sleep: () => once(server.listen(test.server.port, '127.0.0.1'), 'listening'),
    });
    await test.server[Symbol.asyncDispose]();
    expect((await outcomeOf(test.brain.answer(someQuestion(), neverAborted))).pieces).toEqual(['yes']);
    server.closeAllConnections();
  });

  it('[BR5] [BR18] the backoff is no longer than the time that is left', async () => {
    const clock = manualClock();
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(ms);
      clock.advance(ms);
    };
    await using test = await gatewayUnderTest(() => undefined, { clock, sleep }, { chatTimeoutMs: 120 });
    await test.server[Symbol.asyncDispose]();
    const failure = await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure.note).toMatchObject({ stage: 'connect', code: 'ECONNREFUSED' });
    expect(waits).toEqual([120]);
  });

  it('[BR4] [BR18] aborted during the backoff', async () => {
    const controller = new AbortController();
    await using test = await gatewayUnderTest(() => undefined, {
      sleep: async () => controller.abort(),
    });
    await test.server[Symbol.asyncDispose]();
    const failure = await failureOf(test.brain.answer(someQuestion(), controller.signal));
    expect(failure.note.stage).toBe('aborted');
  });
});

describe('an endpoint that lost its sessions', () => {
  const lost = { status: 'ERROR', statusMessage: 'unknown session' };

  it('[BR19] gets one LOGIN and the CHAT again', async () => {
    let known = false;
    await using test = await gatewayUnderTest((response, request) => {
      const { action } = JSON.parse(request.body);
      if (action === 'LOGIN') known = true;
      if (known) sendJson(response, action === 'LOGIN' ? ok : yes);
      else sendJson(response, lost, 401);
    });
    const question = someQuestion({ user: someUser({ customString: 'kept' }) });
    expect(await outcomeOf(test.brain.answer(question, neverAborted))).toEqual({
      pieces: ['yes'],
      failure: null,
    });
    expect(test.bodies().map((body) => body.action)).toEqual(['CHAT', 'LOGIN', 'CHAT']);
    expect(test.bodies()[1]).toMatchObject({ customString: 'kept', sessionId: session });
  });

  it('[BR19] does not have to finish its 401', async () => {
    await using test = await gatewayUnderTest((response, request) => {
      const { action } = JSON.parse(request.body);
      if (action === 'LOGIN') sendJson(response, ok);
      else if (test.server.requests.length === 1) response.writeHead(401).write('{"status":');
      else sendJson(response, yes);
    });
    expect((await outcomeOf(test.brain.answer(someQuestion(), neverAborted))).pieces).toEqual(['yes']);
    await waitUntil(() => test.server.open.size < test.server.connections);
  });

  it('[BR19] a second 401 fails the turn', async () => {
    await using test = await gatewayUnderTest((response, request) => {
      if (JSON.parse(request.body).action === 'LOGIN') sendJson(response, ok);
      else sendJson(response, lost, 401);
    });
    const failure = await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure.note).toMatchObject({ action: 'CHAT', httpStatus: 401, statusMessage: 'unknown session' });
    expect(test.bodies().map((body) => body.action)).toEqual(['CHAT', 'LOGIN', 'CHAT']);
  });

  it('[BR19] a LOGIN that is refused fails the turn', async () => {
    await using test = await gatewayUnderTest((response) => sendJson(response, lost, 401));
    const failure = await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure.note).toMatchObject({ action: 'LOGIN', httpStatus: 401 });
    expect(failure.message).toContain('unknown session');
    expect(test.bodies().map((body) => body.action)).toEqual(['CHAT', 'LOGIN']);
  });

  it('[BR5] [BR19] all requests of the turn share one timeout', async () => {
    using timers = stoppedTimers();
    const clock = manualClock();
    await using test = await gatewayUnderTest(
      (response, request) => {
        if (JSON.parse(request.body).action === 'CHAT') return sendJson(response, lost, 401);
        clock.advance(400);
        timers.pass(400);
      },
      { clock },
      { chatTimeoutMs: 400 },
    );
    const failure = await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure.note).toMatchObject({ action: 'LOGIN', stage: 'timeout' });
    expect(test.bodies().map((body) => body.action)).toEqual(['CHAT', 'LOGIN']);
  });

  it('[BR4] [BR19] aborted during the LOGIN', async () => {
    const controller = new AbortController();
    await using test = await gatewayUnderTest((response, request) => {
      if (JSON.parse(request.body).action === 'CHAT') sendJson(response, lost, 401);
      else controller.abort();
    });
    const failure = await failureOf(test.brain.answer(someQuestion(), controller.signal));
    expect(failure.note.stage).toBe('aborted');
    await waitUntil(() => test.server.open.size === 0);
  });
});

describe('the answer to a CHAT', () => {
  it.each([
    ['a wrong echo', { ...yes, sessionId: 'ses_other' }, 'echo'],
    ['no echo', { reply: 'yes', status: 'OK' }, 'echo'],
    ['a status other than OK', { ...yes, status: 'ERROR', statusMessage: 'out of order' }, 'status'],
    ['a status in lower case', { ...yes, status: 'ok' }, 'status'],
    ['no status', { sessionId: session, reply: 'yes' }, 'body'],
    ['no reply', ok, 'reply'],
    ['a reply that is null', { ...ok, reply: null }, 'reply'],
    ['a reply that is an object', { ...ok, reply: { text: 'yes' } }, 'reply'],
  ])('[BR20] %s', async (_name, body, stage) => {
    await using test = await gatewayUnderTest((response) => sendJson(response, body));
    const { failure, pieces } = await outcomeOf(test.brain.answer(someQuestion(), neverAborted));
    expect(pieces).toEqual([]);
    expect(failure?.note).toMatchObject({
      action: 'CHAT',
      stage,
      httpStatus: 200,
      body: JSON.stringify(body),
    });
  });

  it('[BR20] the note and the message contain what the endpoint said', async () => {
    const body = { ...ok, status: 'ERROR', statusMessage: 'out of order' };
    await using test = await gatewayUnderTest((response) => sendJson(response, body, 200));
    const failure = await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure.note).toMatchObject({ status: 'ERROR', statusMessage: 'out of order' });
    expect(failure.message).toBe('Your endpoint answered CHAT with a status other than "OK": out of order');
  });

  it('[BR20] needs no statusMessage, no content type and tolerates more fields and a byte order mark', async () => {
    await using test = await gatewayUnderTest((response) => {
      const { statusMessage: _left, ...body } = { ...yes, more: [1, 2] };
      response.end(`\ufeff${JSON.stringify(body)}`);
    });
    expect((await outcomeOf(test.brain.answer(someQuestion(), neverAborted))).pieces).toEqual(['yes']);
  });

  it('[BR6] [BR20] a reply of the greatest length may be escaped throughout', async () => {
    const reply = '\u0416'.repeat(32_768);
    const escaped = JSON.stringify({ ...ok, reply }).replaceAll('\u0416', '\\u0416');
    await using test = await gatewayUnderTest((response) => response.end(escaped));
    expect((await outcomeOf(test.brain.answer(someQuestion(), neverAborted))).pieces).toEqual([reply]);
  });
});
