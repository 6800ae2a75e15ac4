import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../kernel/testing/manual-clock.ts';
import { stoppedTimers } from '../../outbound/testing/stopped-timers.ts';
import { chunk, completion, type ModelUnderTest, modelUnderTest } from '../testing/model-under-test.ts';
import { failureOf, neverAborted, outcomeOf, someQuestion } from '../testing/turn.ts';
import { Thoughts, withoutThoughts } from './thoughts.ts';

const ask = (test: ModelUnderTest) => outcomeOf(test.brain.answer(someQuestion(), neverAborted));
const streaming = (...events: string[]) =>
  modelUnderTest((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''));
  });
const whole = (choice: object) =>
  modelUnderTest((response) => response.end(JSON.stringify({ choices: [choice] })));
const done = 'data: [DONE]\n\n';
const pushAll = (pieces: readonly string[], beginsWithThought = false): string => {
  const thoughts = new Thoughts(beginsWithThought);
  return pieces.map((piece) => thoughts.push(piece)).join('') + thoughts.flush();
};

describe('the reasoning of a model', () => {
  const texts: [string, string][] = [
    ['<think>secret</think>Hi.', 'Hi.'],
    ['<THINK>secret</THINK>\n\nHi.', 'Hi.'],
    ['<thinking budget="9">secret <b>a</b> < 5</thinking>Hi.', 'Hi.'],
    ['<reasoning>secret</reasoning>Hi <think>secret</think>there.', 'Hi there.'],
    ['◁think▷secret◁/think▷Hi.', 'Hi.'],
    ['<seed:think>secret</seed:think>Hi.', 'Hi.'],
    ['Hi.<think>secret that was cut', 'Hi.'],
    ['Hi, 1 < 2 and <thin', 'Hi, 1 < 2 and <thin'],
    ['Hi <think /><thinker>you</thinker>.', 'Hi <thinker>you</thinker>.'],
  ];

  it.each(texts)('[BR40] is not spoken in pieces of any size: %j', async (text, spoken) => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 20 }), (cuts) => {
        const places = [0, ...cuts.sort((left, right) => left - right), text.length];
        const pieces = places.slice(1).map((to, index) => text.slice(places[index], to));
        expect(pushAll(pieces).trimStart()).toBe(spoken);
      }),
    );
    await using test = await streaming(
      ...[...text].map((content) => chunk({ content })),
      chunk({}, 'stop'),
      done,
    );
    const { pieces, failure } = await ask(test);
    expect(failure).toBeNull();
    expect(pieces.join('')).toBe(spoken);
    await using other = await modelUnderTest((response) => response.end(completion(text)));
    expect((await ask(other)).pieces.join('')).toBe(spoken);
    expect(await other.brains.summarize(other.settings, [{ speaker: 'user', message: 'Hi' }])).toBe(spoken);
  });

  it('[BR40] is not spoken, whatever text surrounds it', () => {
    const word = fc.constantFrom('Hi ', '<', '</', '<thin', 'k>', '<b>', '>', '◁', ' ');
    fc.assert(
      fc.property(fc.array(word), fc.array(word), fc.array(word), (before, inside, after) => {
        const text = `${before.join('')}<think>${inside.join('')}secret</think>${after.join('')}`;
        expect(withoutThoughts(text).text).not.toContain('secret');
        expect(pushAll([...text])).not.toContain('secret');
      }),
    );
  });

  it('[BR40] without its beginning is spoken by a new model once, and never again', async () => {
    const answer = ['It is ', 'secret', '.</thi', 'nk>', 'Hi.'].map((content) => chunk({ content })).join('');
    await using test = await streaming(answer, chunk({}, 'stop'), done);
    await ask(test);
    for (let turn = 0; turn < 2; turn++) expect((await ask(test)).pieces).toEqual(['Hi.']);
    expect(withoutThoughts('It is secret.</think>Hi.').text).toBe('Hi.');
  });

  it('[BR40] without its beginning is not spoken if it ends in its first piece', async () => {
    expect(pushAll(['It is secret.</think>Hi.'])).toBe('Hi.');
    expect(pushAll(['It is secret.</think>', 'Hi ', 'there.'])).toBe('Hi there.');
    await using test = await streaming(chunk({ content: 'secret</think>\n\nHi.' }, 'stop'), done);
    expect(await ask(test)).toEqual({ pieces: ['Hi.'], failure: null });
  });

  it('[BR40] a model that sent reasoning once and no longer does is spoken', async () => {
    expect(pushAll(['Good ', 'day.'], true)).toBe('Good day.');
    expect(pushAll(['Good ', '<think>secret</think>', 'day.'], true)).toBe('Good day.');
  });

  it.each(['reasoning', 'reasoning_content', 'thinking', 'reasoning_details'])(
    '[BR40] [BR41] in the field %s is not spoken, and alone is not an answer',
    async (field) => {
      const thought = field === 'reasoning_details' ? [{ text: 'secret' }] : 'secret';
      await using test = await streaming(chunk({ [field]: thought }), chunk({ content: 'Hi.' }, 'stop'));
      expect(await ask(test)).toEqual({ pieces: ['Hi.'], failure: null });
      await using silent = await streaming(chunk({ [field]: thought }), chunk({}, 'length'), done);
      expect((await failureOf(silent.brain.answer(someQuestion(), neverAborted))).note.stage).toBe(
        'unspoken',
      );
    },
  );
});

describe('an answer that cannot be spoken', () => {
  const call = { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] };
  it.each<[string, object, string, string]>([
    ['a refusal', { refusal: 'I cannot help with that.' }, 'stop', 'refused'],
    ['a filtered answer', {}, 'content_filter', 'refused'],
    ['an answer that was stopped for safety', { content: 'Hm' }, 'SAFETY', 'refused'],
    ['a tool call', call, 'tool_calls', 'unspoken'],
    ['a tool call that ends like an answer', { content: '', ...call }, 'stop', 'unspoken'],
    [
      'a call in the old form',
      { function_call: { name: 'f', arguments: '{}' } },
      'function_call',
      'unspoken',
    ],
    ['a thought', { content: '<think>hm</think>\n' }, 'stop', 'unspoken'],
    ['a thought without end', { content: '<think>hm' }, 'length', 'unspoken'],
  ])('[BR41] %s is a failure', async (_what, said, reason, stage) => {
    await using plain = await whole({
      message: { role: 'assistant', content: null, ...said },
      finish_reason: reason,
    });
    const failure = await failureOf(plain.brain.answer(someQuestion(), neverAborted));
    expect(failure.note).toMatchObject({ stage, httpStatus: 200 });
    await using streamed = await streaming(chunk(said), chunk({}, reason), done);
    expect((await ask(streamed)).failure?.note.stage).toBe(stage);
    expect(await plain.brains.summarize(plain.settings, [{ speaker: 'user', message: 'Hi' }])).toBeNull();
  });

  it('[BR41] words beside a tool call are spoken', async () => {
    await using test = await streaming(chunk({ content: 'One moment.' }), chunk(call, 'tool_calls'), done);
    expect(await ask(test)).toEqual({ pieces: ['One moment.'], failure: null });
  });
});

describe('the chat timeout', () => {
  it.each([1_000, 7_000])('[BR5] [BR39] of %d ms ends a slow answer', async (chatTimeoutMs) => {
    using timers = stoppedTimers();
    await using test = await modelUnderTest(
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk({ content: 'Hi' }));
        setImmediate(() => {
          timers.pass(chatTimeoutMs - 1);
          response.write(chunk({ content: ' there' }));
          setImmediate(() => timers.pass(1));
        });
      },
      { chatTimeoutMs },
      { clock: manualClock() },
    );
    const { failure } = await ask(test);
    expect(failure?.note).toMatchObject({ stage: 'timeout' });
    expect(failure?.message).toContain(`${chatTimeoutMs} ms`);
  });

  it('[BR39] includes the history and the second request', async () => {
    const clock = manualClock();
    using timers = stoppedTimers();
    const history = {
      read: async () => {
        clock.advance(600);
        return [];
      },
    };
    await using test = await modelUnderTest(
      (response, request) => {
        if (JSON.parse(request.body).stream) {
          clock.advance(300);
          response.writeHead(400).end('{"error": {"message": "no stream here"}}');
        } else timers.pass(100);
      },
      { chatTimeoutMs: 1_000 },
      { clock, history },
    );
    const failure = await failureOf(test.brain.answer(someQuestion(), neverAborted));
    expect(failure.note.stage).toBe('timeout');
    expect(failure.message).toContain('100 ms');
  });
});
