import { describe, expect, it } from 'vitest';
import { stoppedTimers } from '../../outbound/testing/stopped-timers.ts';
import { chunk, completion, type ModelUnderTest, modelUnderTest } from '../testing/model-under-test.ts';
import { failureOf, neverAborted, outcomeOf, session, someQuestion, someUser } from '../testing/turn.ts';
import type { HistoryMessage } from './index.ts';

const ask = (test: ModelUnderTest, message = 'hello', signal = neverAborted) =>
  outcomeOf(test.brain.answer(someQuestion({ message }), signal));

describe('asking a model', () => {
  it('[BR35] opens immediately', async () => {
    await using test = await modelUnderTest((response) => response.end());
    expect(await test.brain.open(someUser(), neverAborted)).toEqual({ outcome: 'open' });
    expect(test.server.connections).toBe(0);
  });

  it('[BR29] [BR30] sends the model, the messages and `stream`', async () => {
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')));
    expect((await ask(test)).pieces).toEqual(['Hi.']);
    const [request] = test.server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer key-1', 'content-type': 'application/json' },
    });
    expect(test.bodies()).toEqual([
      {
        model: 'small',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'hello' },
        ],
        stream: true,
      },
    ]);
  });

  it('[TR3] does not send our trace to the model', async () => {
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')));
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await outcomeOf(test.brain.answer(someQuestion({ traceparent }), neverAborted));
    expect(test.server.requests[0]?.headers).not.toHaveProperty('traceparent');
  });

  it('[BR29] has no Authorization if there is no key', async () => {
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')), { key: null });
    await ask(test);
    expect(test.server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['', '/chat/completions'],
    ['v1', '/v1/chat/completions'],
    ['v1/', '/v1/chat/completions'],
    ['v1/chat/completions', '/v1/chat/completions'],
    ['v1/chat/completions/', '/v1/chat/completions'],
    ['openai/deployments/x?api-version=2', '/openai/deployments/x/chat/completions?api-version=2'],
  ])('[BR29] the address /%s leads to %s', async (address, path) => {
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')));
    const brain = test.brains.brain(7, { ...test.settings, url: test.server.url + address });
    await outcomeOf(brain.answer(someQuestion(), neverAborted));
    expect(test.server.requests[0]?.path).toBe(path);
  });

  it.each([
    ['plain words', 'a < b & c', 'a < b & c'],
    ['the words of SSML', '<speak>Good <emphasis>day</emphasis></speak>', 'Good day'],
    ['no service tag', 'Hi <svc-register-tag ssml-tag="x" event="y"/>there', 'Hi there'],
    ['custom tags if there are no words', `<cart json='{"items":2}'/>`, `<cart json='{"items":2}'/>`],
    ['no service tag beside them', `<cart json='{}'/><svc-x/>`, `<cart json='{}'/>`],
  ])('[BR30] the message is %s', async (_name, message, content) => {
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')), { prompt: '' });
    await ask(test, message);
    expect(test.bodies()[0]?.messages).toEqual([{ role: 'user', content }]);
  });
});

describe('the history', () => {
  const said: HistoryMessage[] = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two <svc-gesture name="wave"/>three' },
    { role: 'assistant', content: '<svc-pause/>' },
    { role: 'user', content: 'four' },
  ];

  it('[BR30] [BR31] is between prompt and question, without service tags', async () => {
    const reads: unknown[] = [];
    const history = {
      read: async (...asked: unknown[]) => {
        reads.push(asked);
        return said;
      },
    };
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')), {}, { history });
    await outcomeOf(test.brain.answer(someQuestion({ recordedAs: 5 }), neverAborted));
    expect(reads).toEqual([[session, 10, 5]]);
    expect(test.bodies()[0]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two three' },
      { role: 'user', content: 'four' },
      { role: 'user', content: 'hello' },
    ]);
  });

  it('[BR30] is no longer than the window', async () => {
    const history = { read: async () => said };
    const settings = { prompt: '', historyMessages: 1 };
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')), settings, {
      history,
    });
    await ask(test);
    expect(test.bodies()[0]?.messages).toEqual([
      { role: 'user', content: 'four' },
      { role: 'user', content: 'hello' },
    ]);
  });

  it('[BR31] is not read if no messages are wanted', async () => {
    const history = { read: () => Promise.reject(new Error('asked')) };
    const settings = { historyMessages: 0 };
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')), settings, {
      history,
    });
    expect((await ask(test)).pieces).toEqual(['Hi.']);
    expect(test.reports).toEqual([]);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no database'))],
    [
      'throws',
      () => {
        throw new Error('no database');
      },
    ],
  ])('[BR31] that %s is reported, and the turn continues', async (_name, read) => {
    await using test = await modelUnderTest(
      (response) => response.end(completion('Hi.')),
      {},
      { history: { read } },
    );
    expect(await ask(test)).toEqual({ pieces: ['Hi.'], failure: null });
    expect(test.reports).toEqual([[session, new Error('no database')]]);
    expect(test.bodies()[0]?.messages).toHaveLength(2);
  });

  it('[BR31] that never answers is reported, and the turn continues', async () => {
    const history = { read: () => new Promise<never>(() => undefined) };
    using timers = stoppedTimers();
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')), {}, { history });
    const asked = ask(test);
    timers.pass(2_000);
    expect((await asked).pieces).toEqual(['Hi.']);
    expect(test.reports).toEqual([[session, new Error('no answer within 2000 ms')]]);
  });

  it('[BR4] aborted while it is read, nothing is sent', async () => {
    const controller = new AbortController();
    const history = {
      read: () => {
        controller.abort();
        return new Promise<never>(() => undefined);
      },
    };
    await using test = await modelUnderTest((response) => response.end(completion('Hi.')), {}, { history });
    expect((await ask(test, 'hello', controller.signal)).failure?.note.stage).toBe('aborted');
    expect(test.server.connections).toBe(0);
    expect(test.reports).toEqual([]);
  });
});

describe('the answer of a model', () => {
  const streaming = (...events: string[]) =>
    modelUnderTest((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''));
    });

  it('[BR32] is read from streams of real servers', async () => {
    await using test = await streaming(
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'hmm' }),
      chunk({ content: 'Hi' }),
      chunk({ content: null }),
      chunk({ content: [{ type: 'thinking' }, { type: 'text', text: ' there.' }] }),
      chunk({}, 'stop'),
      'data: {"choices": [], "usage": {"total_tokens": 9}}\n\n',
      'data: [DONE]\n\n',
      'data: never read\n\n',
    );
    expect(await ask(test)).toEqual({ pieces: ['Hi', ' there.'], failure: null });
  });

  it('[BR32] may end after a finish_reason alone', async () => {
    await using test = await streaming(chunk({ content: 'Hi.' }), chunk({}, 'length'));
    expect(await ask(test)).toEqual({ pieces: ['Hi.'], failure: null });
  });

  it('[BR32] without an end mark is a failure', async () => {
    await using test = await streaming(chunk({ content: 'Hi' }));
    const { pieces, failure } = await ask(test);
    expect(pieces).toEqual(['Hi']);
    expect(failure?.message).toBe('The model server ended its stream too early.');
  });

  it('[BR32] [BR34] an error in the stream', async () => {
    await using test = await streaming(
      chunk({ content: 'Hi' }),
      'data: {"error": {"message": "overloaded"}}\n\n',
    );
    const { pieces, failure } = await ask(test);
    expect(pieces).toEqual(['Hi']);
    expect(failure?.message).toBe('The model server broke off: overloaded');
  });

  it('[BR33] a server that refuses to stream is asked once more without', async () => {
    await using test = await modelUnderTest((response, request) => {
      if (!JSON.parse(request.body).stream) return response.end(completion('Hi.'));
      response.writeHead(400).end('{"error": {"message": "\'stream\' is not supported with this model"}}');
    });
    expect((await ask(test)).pieces).toEqual(['Hi.']);
    expect(test.bodies().map((body) => body.stream)).toEqual([true, false]);
  });

  it('[BR33] after another error the request is not sent again', async () => {
    await using test = await modelUnderTest((response) => {
      response.writeHead(400).end('{"error": {"message": "no such model"}}');
    });
    await ask(test);
    expect(test.server.requests).toHaveLength(1);
  });

  it.each([
    [
      '{"error": {"message": "You have no credit left", "type": "insufficient_quota"}}',
      ': You have no credit left',
    ],
    ['{"error": "model \\"small\\" not found"}', ': model "small" not found'],
    ['{"detail": "Not authenticated"}', ': Not authenticated'],
    ['{"object": "error", "message": "too long"}', ': too long'],
    ['{"error": {"code": 7}}', ': an error without a message'],
    ['<h1>Bad gateway</h1>', '.'],
  ])('[BR34] HTTP 429 with %s', async (body, line) => {
    await using test = await modelUnderTest((response) => response.writeHead(429).end(body));
    const failure = await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure.message).toBe(`The model server answered with HTTP 429${line}`);
    expect(failure.note).toMatchObject({ stage: 'http', httpStatus: 429, body });
  });

  it('[BR3] [BR34] the failure does not contain the key, even if the server echoes it', async () => {
    await using test = await modelUnderTest((response, request) => {
      const message = `Incorrect API key provided: ${request.headers.authorization}`;
      response.writeHead(401).end(JSON.stringify({ error: { message } }));
    });
    const failure = await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure.message).toBe(
      'The model server answered with HTTP 401: Incorrect API key provided: Bearer [hidden]',
    );
    expect(JSON.stringify(failure.note)).not.toContain('key-1');
  });
});
