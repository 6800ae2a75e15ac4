import { describe, expect, it } from 'vitest';
import { stoppedTimers } from '../../outbound/testing/stopped-timers.ts';
import { completion, modelUnderTest } from '../testing/model-under-test.ts';

const transcript = [
  { speaker: 'user', message: 'Where is my order?' },
  { speaker: 'avatar', message: '<speak>On its <emphasis>way</emphasis>.</speak> <svc-gesture name="nod"/>' },
  { speaker: 'user', message: `<cart json='{}'/>` },
];

describe('a summary', () => {
  it('[BR36] comes from the words of the transcript', async () => {
    await using test = await modelUnderTest((response) => response.end(completion(' It is on its way. ')));
    expect(await test.brains.summarize(test.settings, transcript)).toBe('It is on its way.');
    expect(test.bodies()).toMatchObject([
      {
        model: 'small',
        stream: false,
        messages: [
          { role: 'system' },
          { role: 'user', content: 'user: Where is my order?\navatar: On its way.' },
        ],
      },
    ]);
  });

  it('[BR36] of a long conversation comes from its end', async () => {
    await using test = await modelUnderTest((response) => response.end(completion('Long.')));
    const long = Array.from({ length: 9_000 }, (_, index) => ({
      speaker: 'user',
      message: `number ${index}`,
    }));
    await test.brains.summarize(test.settings, long);
    const content = test.bodies()[0]?.messages[1]?.content ?? '';
    expect(content.endsWith('user: number 8999')).toBe(true);
    expect(content.startsWith('user: number ')).toBe(true);
    expect(content.length).toBeLessThan(100_000);
  });

  it('[BR36] of an empty transcript is not requested', async () => {
    await using test = await modelUnderTest((response) => response.end(completion('Nothing.')));
    expect(await test.brains.summarize(test.settings, [])).toBeNull();
    expect(test.server.requests).toHaveLength(0);
  });

  it.each([
    ['an error', 500, '{"error": "no"}'],
    ['an error under 200', 200, '{"error": "no"}'],
    ['no JSON', 200, 'hello'],
    ['no text', 200, completion('')],
    ['another shape', 200, '{"choices": "none"}'],
  ])('[BR36] is null after %s', async (_name, status, body) => {
    await using test = await modelUnderTest((response) => response.writeHead(status).end(body));
    expect(await test.brains.summarize(test.settings, transcript)).toBeNull();
  });

  it('[BR36] is null if none arrives in time', async () => {
    using timers = stoppedTimers();
    await using test = await modelUnderTest(() => timers.pass(15_000));
    expect(await test.brains.summarize(test.settings, transcript)).toBeNull();
  });

  it('[BR36] is null if the server is gone', async () => {
    await using test = await modelUnderTest(() => undefined);
    await test.server[Symbol.asyncDispose]();
    expect(await test.brains.summarize(test.settings, transcript)).toBeNull();
  });
});
