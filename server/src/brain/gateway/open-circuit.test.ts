import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { stoppedTimers } from '../../outbound/testing/stopped-timers.ts';
import {
  avatar,
  type GatewayUnderTest,
  gatewayUnderTest,
  ok,
  sendJson,
} from '../testing/gateway-under-test.ts';
import {
  failureOf,
  neverAborted,
  outcomeOf,
  piecesOf,
  session,
  someQuestion,
  someUser,
} from '../testing/turn.ts';

const yes = { ...ok, reply: 'yes' };
const chat = (test: GatewayUnderTest, signal = neverAborted) =>
  outcomeOf(test.brain.answer(someQuestion(), signal));
const logout = (test: GatewayUnderTest) => test.gateway.logout(avatar, session, test.settings, neverAborted);

/** An endpoint whose circuit is open, on a clock that stands still. `answer.status` can be changed. */
async function openCircuit() {
  const clock = manualClock();
  const answer = { status: 500 };
  const test = await gatewayUnderTest((response) => sendJson(response, yes, answer.status), { clock });
  for (let turn = 0; turn < 5; turn++) await chat(test);
  return { test, clock, answer, asked: () => test.server.requests.length };
}

describe('an endpoint that keeps failing', () => {
  it('[BR24] [BR26] is not sent a CHAT, and the turn says so', async () => {
    const { test, asked } = await openCircuit();
    await using _test = test;
    expect(asked()).toBe(5);
    const question = someQuestion();
    const failure = await failureOf(test.brain.answer(question, neverAborted));
    expect(failure).toMatchObject({
      circuitOpen: true,
      message: 'Your endpoint failed 5 times in a row. Until it answers again, it gets one message a second.',
      note: { action: 'CHAT', stage: 'circuit-open', circuitOpen: true, retryAfterMs: 1_000 },
    });
    expect(failure.note.lastFailure).toContain('HTTP 500');
    expect(question.times.sentAt).toBeNull();
    expect(asked()).toBe(5);
  });

  it('[BR24] [BR28] has an open circuit only for this avatar and this address', async () => {
    const { test, answer } = await openCircuit();
    await using _test = test;
    answer.status = 200;
    for (const other of [
      test.gateway.brain(avatar + 1, test.settings),
      test.gateway.brain(avatar, { ...test.settings, url: `${test.settings.url}new` }),
    ]) {
      expect((await outcomeOf(other.answer(someQuestion(), neverAborted))).pieces).toEqual(['yes']);
    }
    expect((await chat(test)).failure?.circuitOpen).toBe(true);
  });

  it('[BR27] gets one CHAT a second, however long it has been failing', async () => {
    const { test, clock, asked } = await openCircuit();
    await using _test = test;
    for (let second = 1; second <= 100; second++) {
      clock.advance(1_000);
      const outcomes = await Promise.all([chat(test), chat(test), chat(test)]);
      expect(outcomes.map(({ failure }) => failure?.circuitOpen)).toEqual([false, true, true]);
      expect(asked()).toBe(5 + second);
    }
  });

  it('[BR27] that has recovered is noticed within a second, and then gets every CHAT', async () => {
    const { test, clock, answer } = await openCircuit();
    await using _test = test;
    for (let second = 0; second < 30; second++) {
      clock.advance(1_000);
      await chat(test);
    }
    answer.status = 200;
    clock.advance(1_000);
    expect((await chat(test)).pieces).toEqual(['yes']);
    expect(await Promise.all([chat(test), chat(test)])).toMatchObject([{ failure: null }, { failure: null }]);
  });

  it('[BR26] gets every LOGIN and LOGOUT, one try each, and the first success closes the circuit', async () => {
    const { test, answer, asked } = await openCircuit();
    await using _test = test;
    expect(await test.brain.open(someUser(), neverAborted)).toMatchObject({
      outcome: 'failed',
      reached: true,
      circuitOpen: true,
      note: { action: 'LOGIN', stage: 'http', httpStatus: 500, tries: 1 },
    });
    expect((await logout(test)).outcome).toBe('failed');
    expect(asked()).toBe(7);
    expect((await chat(test)).failure?.circuitOpen).toBe(true);
    answer.status = 200;
    expect((await test.brain.open(someUser(), neverAborted)).outcome).toBe('open');
    expect((await chat(test)).pieces).toEqual(['yes']);
  });

  it('[BR27] a probe that hangs does not hold up the next one', async () => {
    const clock = manualClock();
    const script = { hangs: false, status: 500 };
    await using test = await gatewayUnderTest(
      (response) => {
        if (!script.hangs) sendJson(response, yes, script.status);
      },
      { clock },
    );
    for (let turn = 0; turn < 5; turn++) await chat(test);
    clock.advance(1_000);
    script.hangs = true;
    const controller = new AbortController();
    const hanging = chat(test, controller.signal);
    await expect.poll(() => test.server.requests.length).toBe(6);
    script.hangs = false;
    script.status = 200;
    expect((await chat(test)).failure?.circuitOpen).toBe(true);
    clock.advance(1_000);
    expect((await chat(test)).pieces).toEqual(['yes']);
    controller.abort();
    await hanging;
  });

  it('[BR27] if a probe is aborted, or its reader leaves, the next CHAT is the probe', async () => {
    const { test, clock, answer } = await openCircuit();
    await using _test = test;
    clock.advance(1_000);
    expect((await chat(test, AbortSignal.abort())).failure?.note.stage).toBe('aborted');
    answer.status = 200;
    expect((await chat(test)).pieces).toEqual(['yes']);
  });

  it('[BR27] a streamed probe counts when it ends, and is replaced when its reader leaves', async () => {
    const clock = manualClock();
    let streams = false;
    await using test = await gatewayUnderTest(
      (response) => {
        if (!streams) return response.destroy();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: {"reply": "One."}\n\ndata: ${JSON.stringify(ok)}\n\n`);
      },
      { clock },
    );
    for (let turn = 0; turn < 5; turn++) await chat(test);
    clock.advance(1_000);
    streams = true;
    for await (const _piece of piecesOf(test.brain.answer(someQuestion(), neverAborted))) {
      expect((await chat(test)).failure?.circuitOpen).toBe(true);
      break;
    }
    expect((await chat(test)).pieces).toEqual(['One.']);
    expect(await Promise.all([chat(test), chat(test)])).toMatchObject([{ failure: null }, { failure: null }]);
  });
});

describe('what counts as a failure', () => {
  it('[BR25] connection errors, both tries', async () => {
    await using test = await gatewayUnderTest(() => undefined);
    await test.server[Symbol.asyncDispose]();
    const failures = [await chat(test), await chat(test), await chat(test), await chat(test)];
    expect(failures.map(({ failure }) => failure?.circuitOpen)).toEqual([false, false, false, true]);
  });

  it('[BR25] time-outs', async () => {
    using timers = stoppedTimers();
    await using test = await gatewayUnderTest(() => timers.pass(20), {}, { chatTimeoutMs: 20 });
    for (let turn = 0; turn < 5; turn++) expect((await chat(test)).failure?.note.stage).toBe('timeout');
    expect((await chat(test)).failure?.circuitOpen).toBe(true);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['no answer', (response) => response.destroy()],
    [
      'half an answer',
      (response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{');
        setImmediate(() => response.destroy());
      },
    ],
    [
      'half a stream',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"reply": "One."}\n\n');
        setImmediate(() => response.destroy());
      },
    ],
    [
      'an endless error page',
      (response) => response.writeHead(500, { 'content-length': 10_485_760 }).write('x'),
    ],
  ])('[BR25] %s', async (_name, answer) => {
    await using test = await gatewayUnderTest(answer);
    for (let turn = 0; turn < 5; turn++) expect((await chat(test)).failure?.circuitOpen).toBe(false);
    expect((await chat(test)).failure?.circuitOpen).toBe(true);
  });

  it('[BR25] not a 401, but the LOGIN after it', async () => {
    const statuses = [500, 500, 500, 500, 401, 500, 500, 500, 500, 500];
    await using test = await gatewayUnderTest((response) => sendJson(response, yes, statuses.shift() ?? 200));
    for (let turn = 0; turn < 7; turn++) expect((await chat(test)).failure?.circuitOpen).toBe(false);
    expect((await chat(test)).failure?.circuitOpen).toBe(true);
    expect(statuses).toEqual([]);
  });

  it.each([
    ['a 404', 404, yes],
    ['another session', 200, { ...yes, sessionId: 'ses_other' }],
    ['a status other than OK', 200, { ...yes, status: 'ERROR' }],
    ['no JSON object', 200, 'hello'],
    ['a reply that is too long', 200, { ...ok, reply: 'x'.repeat(70_000) }],
  ])('[BR25] not an answer with %s', async (_name, status, body) => {
    await using test = await gatewayUnderTest((response) => sendJson(response, body, status));
    for (let turn = 0; turn < 7; turn++) expect((await chat(test)).failure?.circuitOpen).toBe(false);
    expect(test.bodies().filter(({ action }) => action === 'CHAT')).toHaveLength(7);
  });

  it('[BR25] not a turn that was aborted', async () => {
    let controller = new AbortController();
    await using test = await gatewayUnderTest(() => controller.abort());
    for (let turn = 0; turn < 7; turn++) {
      controller = new AbortController();
      expect((await chat(test, controller.signal)).failure?.note.stage).toBe('aborted');
    }
  });

  it('[BR25] not a key that cannot be sent, nor an address that is not allowed', async () => {
    for (const changes of [{ key: 'a\nb' }, { url: 'http://169.254.169.254/' }]) {
      await using test = await gatewayUnderTest((response) => sendJson(response, yes), {}, changes);
      for (let turn = 0; turn < 7; turn++) expect((await chat(test)).failure?.circuitOpen).toBe(false);
      expect(test.server.requests).toHaveLength(0);
    }
  });
});

describe('another endpoint', () => {
  it('[BR28] is not affected by an endpoint that hangs', async () => {
    await using hanging = await gatewayUnderTest(() => undefined);
    await using good = await gatewayUnderTest((response) => sendJson(response, yes));
    const controller = new AbortController();
    const stuck = Array.from({ length: 50 }, () => chat(hanging, controller.signal));
    const other = hanging.gateway.brain(avatar + 1, { ...hanging.settings, url: good.server.url });
    const turns = Array.from({ length: 50 }, () => outcomeOf(other.answer(someQuestion(), neverAborted)));
    for (const { pieces } of await Promise.all(turns)) expect(pieces).toEqual(['yes']);
    controller.abort();
    await Promise.all(stuck);
  });
});
