import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createAddressPolicy, createOutbound } from '../../outbound/index.ts';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { type Answer, type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import { hear, loudness, neverAborted, sentenceOf } from '../testing/collect.ts';
import { openAiAnswer } from '../testing/openai-stand-in.ts';
import { tone } from '../testing/tone.ts';
import { failureOf } from '../voice.contract.ts';
import type { Voice } from '../voice.ts';
import type { ServerVoice } from './open-stream.ts';
import { createOpenAiVoice } from './openai-voice.ts';

describe('an OpenAI-compatible server', () => {
  let cleanUp = new AsyncDisposableStack();
  afterEach(async () => {
    await cleanUp.disposeAsync();
    cleanUp = new AsyncDisposableStack();
  });

  async function start(
    answer: Answer,
    changes: (url: string) => Partial<ServerVoice> = () => ({}),
  ): Promise<{ voice: Voice; server: Receiver }> {
    const server = cleanUp.use(await startReceiver(answer));
    const outbound = cleanUp.use(localOutbound());
    const url = `${server.url}v1`;
    const settings = {
      outbound,
      url,
      key: 'secret-key',
      model: 'tts-x',
      voice: 'alloy',
      ...changes(server.url),
    };
    return { voice: createOpenAiVoice(settings), server };
  }

  it('[SP60] gets a request in its own format', async () => {
    const { voice, server } = await start(openAiAnswer);
    await hear(voice, 'Fish &amp; chips, <prosody rate="150%">quick</prosody>!');
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/audio/speech',
      'POST /v1/audio/speech',
    ]);
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-key',
      'content-type': 'application/json',
    });
    const bodies = server.requests.map(({ body }) => JSON.parse(body));
    expect(bodies[0]).toEqual({
      model: 'tts-x',
      voice: 'alloy',
      input: 'Fish & chips,',
      response_format: 'pcm',
    });
    expect(bodies[1]).toMatchObject({ input: 'quick', speed: 1.5 });
  });

  it.each(['', 'v1', 'v1/', 'v1/audio/speech'])(
    '[SP60] any part of the address is enough: /%s',
    async (path) => {
      const { voice, server } = await start(openAiAnswer, (url) => ({ url: url + path, key: '' }));
      await hear(voice, 'Hello.');
      expect(server.requests[0]?.path).toBe(path === '' ? '/audio/speech' : '/v1/audio/speech');
      expect(server.requests[0]?.headers.authorization).toBeUndefined();
    },
  );

  it('[SP60] gets text letter by letter if it is to be spelled', async () => {
    const { voice, server } = await start(openAiAnswer);
    await hear(voice, 'Code <say-as interpret-as="characters">AB1</say-as>.');
    expect(JSON.parse(server.requests[0]?.body ?? '').input).toBe('Code A B 1.');
  });

  it('[SP61] yields sound before all of it has arrived', async () => {
    let finish: (() => void) | undefined;
    const { voice } = await start((response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm' });
      response.write(tone('good morning', 24_000));
      finish = () => response.end(tone(' to you', 24_000));
    });
    let isEarly = false;
    const heard = await hear(voice, 'Good morning to you.', neverAborted, ({ kind }) => {
      if (kind !== 'audio' || finish === undefined) return;
      isEarly = true;
      finish();
      finish = undefined;
    });
    expect(isEarly).toBe(true);
    expect(heard.durationMs).toBe(19 * 60);
  });

  it.each([
    ['at its own rate', 24_000],
    ['at another rate', 16_000],
  ])('[SP62] takes a WAV file %s', async (_what, rate) => {
    const { voice } = await start((response) => {
      const sound = tone('hello world', rate);
      const header = Buffer.from(
        '524946460000000057415645666d74201000000001000100000000000000000002001000' + '64617461ffffffff',
        'hex',
      );
      header.writeUInt32LE(rate, 24);
      response.writeHead(200, { 'content-type': 'audio/wav' });
      const file = Buffer.concat([header, sound]);
      for (let at = 0; at < file.length; at += 1_001) response.write(file.subarray(at, at + 1_001));
      response.end();
    });
    const heard = await hear(voice, 'hello world');
    expect(heard.sampleRate).toBe(24_000);
    expect(Math.abs(heard.durationMs - 660)).toBeLessThan(2);
    expect(loudness(heard, 0, 250)).toBeGreaterThan(5_000);
    expect(loudness(heard, 305, 355)).toBeLessThan(100);
  });

  const plain =
    (status: number, type: string, body = 'secret-key') =>
    (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': type }).end(body);

  it.each<[string, Answer, RegExp]>([
    ['a refused key', plain(401, 'application/json'), /401.*key/],
    ['too many requests', plain(429, 'application/json'), /429.*too many/],
    ['a failing server', plain(500, 'text/html'), /500/],
    ['a redirect', plain(302, 'text/html'), /302/],
    ['another kind of sound', plain(200, 'audio/mpeg'), /audio\/mpeg/],
    ['JSON in place of sound', plain(200, 'application/json'), /json/],
    ['no sound at all', plain(200, 'audio/pcm', ''), /without sound/],
    ['a connection that breaks', (response) => response.destroy(), /./],
  ])('[SP12] [SP63] fails on %s', async (_what, answer, message) => {
    const { voice } = await start(answer);
    const failure = await failureOf(hear(voice, 'Hello.'));
    expect(failure.stage).toBe('provider');
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toContain('secret-key');
    expect(failure.message).not.toContain('Hello');
  });

  it('[SP63] a failure in the middle is thrown after the sound that was good', async () => {
    const { voice } = await start((response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm', 'content-length': 500_000 });
      response.write(tone('good morning to you', 24_000), () => response.destroy());
    });
    let sounds = 0;
    const speech = hear(voice, 'Good morning to you all.', neverAborted, ({ kind }) => {
      if (kind === 'audio') sounds += 1;
    });
    expect((await failureOf(speech)).stage).toBe('provider');
    expect(sounds).toBeGreaterThan(0);
  });

  it('[SP64] reaches no address that the service does not allow', async () => {
    const server = cleanUp.use(await startReceiver(openAiAnswer));
    const policy = createAddressPolicy({ allowLoopback: false });
    const outbound = cleanUp.use(createOutbound({ policy, allowHttp: true }));
    const voice = createOpenAiVoice({ outbound, url: server.url, key: '', model: 'm', voice: 'v' });
    expect((await failureOf(hear(voice, 'Hello.'))).stage).toBe('provider');
    expect(server.connections).toBe(0);
  });

  it('[SP65] aborting closes the connection', async () => {
    const { voice, server } = await start((response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm' });
      response.write(tone('a long speech indeed', 24_000));
    });
    const controller = new AbortController();
    const speech = hear(voice, sentenceOf('A long speech indeed.'), controller.signal, ({ kind }) => {
      if (kind === 'audio') controller.abort();
    });
    expect((await failureOf(speech)).stage).toBe('aborted');
    await server.untilAllClosed();
  });

  it('[SP13] says that its times are an estimate, and the estimate is good', async () => {
    const { voice } = await start(openAiAnswer);
    const heard = await hear(voice, 'The weather is fine today, is it not?');
    expect(heard.precision).toEqual({ words: 'estimated', visemes: 'estimated' });
    const truthMs = 60 * 'The weather is fine today, '.length;
    const isIt = heard.words.find(({ from }) => from === 'The weather is fine today, '.length);
    expect(Math.abs((isIt?.startMs ?? 0) - truthMs)).toBeLessThan(700);
  });
});
