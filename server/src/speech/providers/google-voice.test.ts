import { afterEach, describe, expect, it } from 'vitest';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { type Answer, type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import { createWordList } from '../pronunciation/word-list.ts';
import { hear, sentenceOf } from '../testing/collect.ts';
import { googleAnswer } from '../testing/google-stand-in.ts';
import { failureOf } from '../voice.contract.ts';
import type { Voice } from '../voice.ts';
import { createGoogleVoice } from './google-voice.ts';

describe('Google Cloud', () => {
  let cleanUp = new AsyncDisposableStack();
  afterEach(async () => {
    await cleanUp.disposeAsync();
    cleanUp = new AsyncDisposableStack();
  });

  async function start(answer: Answer): Promise<{ voice: Voice; server: Receiver }> {
    const server = cleanUp.use(await startReceiver(answer));
    const outbound = cleanUp.use(localOutbound());
    const settings = { outbound, url: `${server.url}v1`, key: 'secret-key', voice: 'de-DE-Neural2-C' };
    return { voice: createGoogleVoice(settings), server };
  }

  it('[SP122] gets a request in its own format, with rate and pitch only where they are not normal', async () => {
    const { voice, server } = await start(googleAnswer);
    await hear(voice, 'Hello there. <prosody rate="150%" pitch="+2st">Quick.</prosody>');
    const bodies = server.requests.map(({ body }) => JSON.parse(body));
    const [first] = server.requests;
    expect(first?.path).toBe('/v1/text:synthesize');
    expect(first?.headers['x-goog-api-key']).toBe('secret-key');
    const config = { audioEncoding: 'LINEAR16', sampleRateHertz: 24_000 };
    expect(bodies[0]).toEqual({
      input: { text: 'Hello there.' },
      voice: { languageCode: 'de-DE', name: 'de-DE-Neural2-C' },
      audioConfig: config,
    });
    expect(bodies[1]).toMatchObject({ audioConfig: { ...config, speakingRate: 1.5, pitch: 2 } });
  });

  it('[SP173] gets stated sounds in a document, unless the voice reads plain text only', async () => {
    const { voice, server } = await start(googleAnswer);
    const wordList = createWordList([{ word: 'R&D', ipa: 'ɑː' }], []);
    await hear(voice, sentenceOf('Ask R&amp;D &lt;now&gt;.', { wordList }));
    const body = (index: number) => JSON.parse(server.requests[index]?.body ?? '').input;
    expect(body(0)).toEqual({
      ssml: '<speak>Ask <phoneme alphabet="ipa" ph="ɑː">R&amp;D</phoneme> &lt;now&gt;.</speak>',
    });
    const newest = createGoogleVoice({
      outbound: cleanUp.use(localOutbound()),
      url: `${server.url}v1`,
      key: 'secret-key',
      voice: 'en-US-Chirp3-HD-Kore',
    });
    await hear(newest, sentenceOf('Ask R&amp;D.', { wordList }));
    expect(body(1)).toEqual({ text: 'Ask R&D.' });
  });

  it.each<[string, Answer]>([
    ['no JSON', (response) => response.end('nonsense')],
    ['no sound', (response) => response.end('{"audioContent":""}')],
    ['another kind', (response) => response.end('{"audioContent":7}')],
    ['null', (response) => response.end('null')],
    ['nothing but spaces', (response) => response.end(' '.repeat(5_000_000))],
    ['an end in the middle of its name', (response) => response.end('{"audioCont')],
    ['a refusal', (response) => response.writeHead(403).end('{"error":{"message":"secret-key"}}')],
  ])('[SP123] an answer that is no sound fails without the key: %s', async (_, answer) => {
    const { voice } = await start(answer);
    const failure = await failureOf(hear(voice, 'Hello there.'));
    expect(failure.message).toMatch(/^The voice server/);
    expect(failure.message).not.toContain('secret');
  });
});
