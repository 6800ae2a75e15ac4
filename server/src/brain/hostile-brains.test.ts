import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonObject, systemClock } from '../kernel/index.ts';
import type { Outbound, OutboundStream } from '../outbound/index.ts';
import {
  EventLoopMeter,
  mutatedBytes,
  mutatedJson,
  shortestCpuMs,
  shortStepMs,
  torn,
} from '../testing/fuzz/index.ts';
import { BodyReader } from './body-reader.ts';
import { collectText } from './collect-text.ts';
import { EventStreamReader } from './event-stream.ts';
import { createGateway } from './gateway/index.ts';
import { readPart } from './language-model/completion.ts';
import { createModelBrain } from './language-model/index.ts';
import { Thoughts } from './language-model/thoughts.ts';
import { neverAborted, outcomeOf, session, someQuestion } from './testing/turn.ts';

const stepMs = shortStepMs();
const replyBytes = 65_536;
const runs = { numRuns: 300 };

function streamOf(chunks: Iterable<Uint8Array>, type: string, status = 200): OutboundStream {
  async function* body(): AsyncGenerator<Uint8Array, undefined> {
    yield* chunks;
  }
  return {
    status,
    headers: { 'content-type': type },
    body: body(),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** A client that receives this answer for every request, without a network. */
const answering = (answer: () => OutboundStream): Outbound => ({
  stream: async () => answer(),
  request: async () => ({ status: 500, headers: {}, body: Buffer.alloc(0), cut: false }),
  openWebSocket: () => Promise.reject(new Error('only streams')),
  checkUrl: () => ({ ok: true }) as ReturnType<Outbound['checkUrl']>,
});

const url = 'http://brain.example';
const brains = {
  endpoint: (outbound: Outbound) =>
    createGateway({
      outbound: { forAccount: () => outbound },
      callbackUrl: url,
      authTokenOf: () => 'token',
      clock: systemClock,
      sleep: async () => undefined,
    }).brain(7, {
      accountId: 'acc_1',
      url,
      key: 'k',
      chatTimeoutMs: 60_000,
      sendsHeard: false,
    }),
  model: (outbound: Outbound) =>
    createModelBrain({
      outbound: { forAccount: () => outbound },
      history: { read: async () => [] },
      onHistoryError: () => undefined,
      clock: systemClock,
    }).brain(7, {
      accountId: 'acc_1',
      url,
      key: 'k',
      model: 'm',
      prompt: '',
      historyMessages: 0,
      chatTimeoutMs: 60_000,
    }),
};

const reply = { sessionId: session, status: 'OK', statusMessage: 'fine', reply: 'Good day. 😀' };
const message = {
  role: 'assistant',
  content: '<think>hm</think>Good day. 😀',
  refusal: null,
  tool_calls: [],
};
const completion = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage: { total_tokens: 9 } };
const delta = { choices: [{ index: 0, delta: { content: 'Good day.' }, finish_reason: null }] };
const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

describe('any answer of a brain’s server', () => {
  const stream = event(reply) + event(delta) + event(completion) + event('[DONE]');
  const texts = fc.oneof(mutatedJson(reply), mutatedJson(completion), mutatedJson(delta));
  const bodies = fc.oneof(
    mutatedBytes(
      [JSON.stringify(reply), JSON.stringify(completion), stream].map((text) => Buffer.from(text)),
    ),
    texts.map((text) => Buffer.from(text)),
    fc.array(texts, { maxLength: 4 }).map((events) => Buffer.from(events.map(event).join('') + event(reply))),
  );

  it.each(Object.entries(brains))('[BR38] to the %s becomes a reply or a failure', async (_name, brainOf) => {
    const type = fc.constantFrom('application/json', 'text/event-stream', '');
    const status = fc.constantFrom(200, 200, 200, 204, 307, 400, 404, 500);
    await fc.assert(
      fc.asyncProperty(torn(bodies), type, status, async (chunks, kind, code) => {
        const brain = brainOf(answering(() => streamOf(chunks, kind, code)));
        const { pieces, failure } = await outcomeOf(brain.answer(someQuestion(), neverAborted));
        expect(Buffer.byteLength(pieces.join(''))).toBeLessThanOrEqual(replyBytes);
        expect(pieces.join('')).not.toContain('\0');
        expect(Buffer.byteLength(JSON.stringify(failure?.note ?? {}))).toBeLessThan(60_000);
      }),
      runs,
    );
  });

  it.each(Object.entries(brains))('[BR38] to the %s is parsed in slices', async (_name, brainOf) => {
    const piece = event({ ...delta, reply: 'a ' });
    const whole = Buffer.from(piece.repeat(20_000));
    const brain = brainOf(answering(() => streamOf([whole], 'text/event-stream')));
    using meter = new EventLoopMeter();
    const answer = await brain.answer(someQuestion(), neverAborted);
    if (typeof answer === 'string') throw new Error('it is a stream');
    const read = async () => {
      for await (const _ of answer) meter.add(piece.length);
    };
    await read().catch(() => undefined);
    expect(meter.most).toBeLessThanOrEqual(20_000);
    expect(meter.turns).toBeGreaterThan(3);
  });

  it.each(Object.entries(brains))(
    '[BR38] to the %s as one event without end is a failure',
    async (_name, brainOf) => {
      const chunks = [Buffer.from('data: "'), Buffer.alloc(1_900_000, 'x')];
      const brain = brainOf(answering(() => streamOf(chunks, 'text/event-stream')));
      const { failure } = await outcomeOf(brain.answer(someQuestion(), neverAborted));
      expect(failure?.message).toContain('too long');
    },
  );

  it('[BR38] with one byte in each packet keeps no packet in memory', async () => {
    function* packets() {
      for (let count = 0; count < 300; count += 1) yield Buffer.alloc(1_048_576, 'x').subarray(0, 1);
    }
    expect((await collectText(streamOf(packets(), ''), 1_000_000)).text).toBe('x'.repeat(300));
    const reader = new BodyReader(streamOf(packets(), ''));
    let bytes = 0;
    for (let slice = await reader.next(); slice !== undefined; slice = await reader.next()) {
      bytes += slice.length;
      expect(slice.buffer.byteLength).toBeLessThan(200_000);
    }
    expect(bytes).toBe(300);
  });

  const megabyte = 1_000_000;
  it.each([
    ['objects', `[${Array.from({ length: megabyte / 14 }, (_, index) => `{"k${index}":0}`).join(',')}]`],
    ['lists', '['.repeat(megabyte)],
    ['names', `{${Array.from({ length: megabyte / 12 }, (_, index) => `"k${index}":0`).join(',')}}`],
    ['escapes', `{"choices":"${'\\u0416'.repeat(megabyte / 6)}"}`],
    [
      'parts of content',
      `{"choices":[{"message":{"content":[${'{"type":"text","text":"a"},'.repeat(6_000)}1]}}]}`,
    ],
    ['beginnings of tags', `{"choices":[{"message":{"content":"${'<think '.repeat(megabyte / 7)}"}}]}`],
  ])('[BR38] a megabyte of %s is parsed in short steps', (_what, text) => {
    expect(shortestCpuMs(() => parseJsonObject(text))).toBeLessThan(stepMs);
    expect(shortestCpuMs(() => readPart(text))).toBeLessThan(stepMs);
    const slice = Buffer.from(text.slice(0, 16_384));
    const lines = Buffer.from('data:\n'.repeat(2_700));
    expect(shortestCpuMs(() => new EventStreamReader().push(slice))).toBeLessThan(stepMs);
    expect(shortestCpuMs(() => new EventStreamReader().push(lines))).toBeLessThan(stepMs);
    expect(shortestCpuMs(() => new Thoughts(false).push(text.slice(0, 400_000)))).toBeLessThan(stepMs);
  });
});
