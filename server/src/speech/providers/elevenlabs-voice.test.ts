import { afterEach, describe, expect, it } from 'vitest';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { type Answer, type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import { hear } from '../testing/collect.ts';
import { elevenLabsAnswer } from '../testing/elevenlabs-stand-in.ts';
import { tone } from '../testing/tone.ts';
import { expectOrder, failureOf } from '../voice.contract.ts';
import type { Voice } from '../voice.ts';
import { createElevenLabsVoice } from './elevenlabs-voice.ts';

describe('ElevenLabs', () => {
  let cleanUp = new AsyncDisposableStack();
  afterEach(async () => {
    await cleanUp.disposeAsync();
    cleanUp = new AsyncDisposableStack();
  });

  async function start(answer: Answer): Promise<{ voice: Voice; server: Receiver }> {
    const server = cleanUp.use(await startReceiver(answer));
    const outbound = cleanUp.use(localOutbound());
    const voice = createElevenLabsVoice({
      outbound,
      url: server.url,
      key: 'secret-key',
      model: 'eleven_x',
      voice: 'id/1',
    });
    return { voice, server };
  }

  it('[SP66] gets a request in its own format', async () => {
    const { voice, server } = await start(elevenLabsAnswer());
    await hear(voice, '<prosody rate="400%">Hello there.</prosody>');
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/text-to-speech/id%2F1/stream/with-timestamps?output_format=pcm_24000');
    expect(request?.headers['xi-api-key']).toBe('secret-key');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      text: 'Hello there.',
      model_id: 'eleven_x',
      voice_settings: { speed: 1.2 },
    });
  });

  it.each([false, true])(
    '[SP67] words have the times of their characters (from each piece: %s)',
    async (perPiece) => {
      const { voice } = await start(elevenLabsAnswer({ perPiece }));
      const heard = await hear(voice, 'Good morning to you, dear friends.');
      expect(heard.precision).toEqual({ words: 'exact', visemes: 'estimated' });
      expectOrder(heard);
      expect(heard.words.map(({ written, startMs, durationMs }) => [written, startMs, durationMs])).toEqual([
        ['Good', 0, 240],
        ['morning', 300, 420],
        ['to', 780, 120],
        ['you,', 960, 240],
        ['dear', 1_260, 240],
        ['friends.', 1_560, 480],
      ]);
    },
  );

  it('[SP67] the mouth follows the letters', async () => {
    const { voice } = await start(elevenLabsAnswer());
    const { visemes } = await hear(voice, 'Boom.');
    expect(visemes.slice(0, 3).map(({ viseme, startMs }) => [viseme, startMs])).toEqual([
      ['PP', 0],
      ['U', 60],
      ['PP', 180],
    ]);
  });

  const lines = (...texts: string[]): Answer => {
    return (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(texts.join('\n'));
    };
  };
  const sound = tone('hello', 24_000).toString('base64');

  it.each([
    ['without times', JSON.stringify({ audio_base64: sound, alignment: null })],
    [
      'with times of other lengths',
      JSON.stringify({ audio_base64: sound, alignment: { characters: ['a'] } }),
    ],
    [
      'with times that make no sense',
      JSON.stringify({
        audio_base64: sound,
        alignment: {
          characters: ['h', 'e', 'l', 'l', 'o', '.'],
          character_start_times_seconds: [9, 2, 'x', null, -4, 0],
          character_end_times_seconds: [1, 1, 1, 1, 99, 1],
        },
      }),
    ],
  ])('[SP67] sound %s is still heard', async (_what, line) => {
    const { voice } = await start(lines(line));
    const heard = await hear(voice, 'Hello.');
    expect(heard.durationMs).toBe(300);
    expectOrder(heard);
  });

  it.each<[string, Answer]>([
    ['something that is not JSON', lines('{oops')],
    ['no sound', lines(JSON.stringify({ detail: 'secret-key' }))],
    ['a refusal', (response) => response.writeHead(401).end('secret-key')],
  ])('[SP12] [SP63] fails on %s', async (_what, answer) => {
    const { voice } = await start(answer);
    const failure = await failureOf(hear(voice, 'Hello.'));
    expect(failure.stage).toBe('provider');
    expect(failure.message).not.toContain('secret-key');
  });
});
