import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { localOutbound } from '../../outbound/testing/local-outbound.ts';
import { startReceiver } from '../../outbound/testing/receiver.ts';
import { stoppedTimers } from '../../outbound/testing/stopped-timers.ts';
import { mutatedJson } from '../../testing/fuzz/index.ts';
import { sendSound, sendText, startAzure } from '../testing/azure-stand-in.ts';
import { hear, neverAborted, sentenceOf } from '../testing/collect.ts';
import { endure } from '../testing/hostile-sources.ts';
import { tone } from '../testing/tone.ts';
import type { Voice } from '../voice.ts';
import { AzureConnections } from './azure-connections.ts';
import { azureUrl, createAzureVoice } from './azure-voice.ts';
import { createElevenLabsVoice } from './elevenlabs-voice.ts';
import { createGoogleVoice } from './google-voice.ts';
import { createOpenAiVoice } from './openai-voice.ts';
import { maxSpeechMs } from './sentence-limits.ts';

const sentence = 'Hello there.';
const sound = tone('hello there, '.repeat(20), 24_000);
const second = sound.subarray(0, 48_000);
const line = `${JSON.stringify({ audio_base64: sound.toString('base64') })}\n`;
/** More than all buffers of the system, but not enough to slow down this test. */
const enough = 64_000_000;

type Flood = { readonly voice: Voice; readonly sentBytes: () => number; readonly isStuck: () => boolean };

describe('a voice server that sends without end', () => {
  let cleanUp = new AsyncDisposableStack();
  afterEach(async () => {
    await cleanUp.disposeAsync();
    cleanUp = new AsyncDisposableStack();
  });

  /** Writes as fast as the other end reads, up to a limit. */
  async function write(stream: Writable, more: Uint8Array | string, count: (bytes: number) => void) {
    for (let sent = 0; sent < enough && !stream.destroyed; sent += more.length) {
      count(more.length);
      stream.write(more);
      while (stream.writableNeedDrain && !stream.destroyed) await nextTurn();
    }
  }

  async function overHttp(
    type: string,
    more: Uint8Array | string,
    create: (url: string) => Voice,
    first = '',
  ): Promise<Flood> {
    let sent = 0;
    let waiting: Writable | undefined;
    const server = cleanUp.use(
      await startReceiver((response) => {
        waiting = response.writeHead(200, { 'content-type': type });
        response.write(first);
        void write(response, more, (bytes) => {
          sent += bytes;
        });
      }),
    );
    return {
      voice: create(server.url),
      sentBytes: () => sent,
      isStuck: () => waiting?.writableNeedDrain ?? false,
    };
  }

  function azureVoice(serverUrl: string): Voice {
    const connections = cleanUp.use(new AzureConnections(cleanUp.use(localOutbound())));
    const url = azureUrl({ url: serverUrl });
    if (url === null) throw new Error('no address');
    return createAzureVoice({ connections, account: 'acc_1', url, key: 'k', voice: 'en-US-JennyNeural' });
  }

  async function azure(send: (socket: WebSocket, id: string) => void, bytes: number): Promise<Flood> {
    let sent = 0;
    let open: WebSocket | undefined;
    const flood = async (socket: WebSocket, id: string) => {
      open = socket;
      while (sent < enough && socket.readyState === socket.OPEN) {
        send(socket, id);
        sent += bytes;
        // Data that the system does not accept waits in this process.
        while (socket.bufferedAmount > 1_000_000 && socket.readyState === socket.OPEN) await nextTurn();
      }
    };
    const server = cleanUp.use(await startAzure({ instead: (socket, id) => void flood(socket, id) }));
    return {
      voice: azureVoice(server.url),
      sentBytes: () => sent,
      isStuck: () => (open?.bufferedAmount ?? 0) > 0,
    };
  }

  const floods: [string, () => Promise<Flood>][] = [
    [
      'OpenAI',
      () =>
        overHttp('audio/pcm', sound, (url) =>
          createOpenAiVoice({
            outbound: cleanUp.use(localOutbound()),
            url,
            key: 'k',
            model: 'm',
            voice: 'v',
          }),
        ),
    ],
    [
      'ElevenLabs',
      () =>
        overHttp('application/json', line, (url) =>
          createElevenLabsVoice({
            outbound: cleanUp.use(localOutbound()),
            url,
            key: 'k',
            model: 'm',
            voice: 'v',
          }),
        ),
    ],
    [
      'Google',
      () =>
        overHttp(
          'application/json',
          second.toString('base64'),
          (url) =>
            createGoogleVoice({
              outbound: cleanUp.use(localOutbound()),
              url,
              key: 'k',
              voice: 'en-GB-Neural2-A',
            }),
          '{ "audioContent": "',
        ),
    ],
    ['Azure', () => azure((socket, id) => sendSound(socket, id, second), second.length)],
  ];

  it.each(floods)(
    '[SP71] fails after the most sound that its sentence may have: %s',
    async (_name, start) => {
      const { voice } = await start();
      const { durationMs, failure } = await endure(voice, sentence);
      expect(failure?.message).toContain('far more sound');
      const maxMs = maxSpeechMs({ text: sentence });
      expect(durationMs).toBeGreaterThan(maxMs - 3_000);
      expect(durationMs).toBeLessThan(maxMs + 1_000);
    },
  );

  it.each(floods)('[SP72] has to wait until its sound is consumed: %s', async (_name, start) => {
    const { voice, sentBytes, isStuck } = await start();
    const pieces = voice.speak(sentenceOf(sentence), neverAborted)[Symbol.asyncIterator]();
    let first = await pieces.next();
    while (!first.done && first.value.kind !== 'audio') first = await pieces.next();
    // The test does not read the next piece. The server is stuck if it can send nothing more for many turns.
    for (let idle = 0, before = 0; idle < 300 && sentBytes() < enough; idle += 1) {
      await nextTurn();
      if (sentBytes() > before || !isStuck()) idle = 0;
      before = sentBytes();
    }
    expect(sentBytes()).toBeLessThan(enough / 2);
    await pieces.return?.();
  });

  it.each<[string, (socket: WebSocket, id: string) => void]>([
    ['for others', (socket) => sendSound(socket, 'another', second)],
    ['without a head', (socket) => socket.send('')],
    ['of times', (socket, id) => sendText(socket, 'audio.metadata', id, { Metadata: [] })],
  ])('[SP71] fails after too many messages %s', async (_what, send) => {
    const { voice } = await azure(send, 1_000);
    const { failure, durationMs } = await endure(voice, sentence);
    expect(failure?.message).toContain('far more than a sentence has');
    expect(durationMs).toBe(0);
  });

  it('[SP72] is disconnected if it sends anything between two sentences', async () => {
    let speakAgain: (() => void) | undefined;
    const server = cleanUp.use(
      await startAzure({
        instead: (socket, id) => {
          sendSound(socket, id, second);
          sendText(socket, 'turn.end', id, {});
          speakAgain = () => sendSound(socket, id, second);
        },
      }),
    );
    const voice = azureVoice(server.url);
    // A bug once left a listener on the kept socket for every sentence.
    for (let count = 0; count < 12; count += 1) await hear(voice, sentence);
    expect(server.keys).toHaveLength(1);
    speakAgain?.();
    while (server.open.size > 0) await nextTurn();
    await hear(voice, sentence);
    expect(server.keys).toHaveLength(2);
  });

  it('[SP70] [SP74] made-up times of Azure are brought into order', async () => {
    const metadata = {
      Metadata: ['Hello', 'there'].flatMap((word, index) => [
        {
          Type: 'WordBoundary',
          Data: { Offset: 5_000_000 * index, Duration: 4_000_000, text: { Text: word } },
        },
        { Type: 'Viseme', Data: { Offset: 5_000_000 * index, VisemeId: 19 } },
        { Type: 'Bookmark', Data: { Offset: 5_000_000, Bookmark: 'm' } },
      ]),
    };
    let messages: readonly string[] = [];
    const server = cleanUp.use(
      await startAzure({
        instead: (socket, id) => {
          for (const message of messages) {
            socket.send(`X-RequestId:${id}\r\nPath:audio.metadata\r\n\r\n${message}`);
            sendSound(socket, id, second.subarray(0, 20_000));
          }
          sendText(socket, 'turn.end', id, {});
        },
      }),
    );
    const voice = azureVoice(server.url);
    await fc.assert(
      fc.asyncProperty(fc.array(mutatedJson(metadata), { minLength: 1, maxLength: 4 }), async (made) => {
        messages = made;
        const { failure, pieces } = await endure(voice, 'Hello <mark name="m"/>there.');
        expect(failure).toBeNull();
        const marks = pieces.flatMap((piece) => (piece.kind === 'timing' ? piece.marks : []));
        expect(marks.every(({ name }) => name === 'm')).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('[SP71] fails when a sentence takes too long, although it is never silent for long', async () => {
    using timers = stoppedTimers();
    let say: (() => void) | undefined;
    const server = cleanUp.use(
      await startAzure({
        instead: (socket, id) => {
          say = () => sendSound(socket, id, second);
          say();
          say();
        },
      }),
    );
    const voice = azureVoice(server.url);
    let heardMs = 0;
    const speech = hear(voice, sentence, neverAborted, (piece) => {
      if (piece.kind !== 'audio') return;
      heardMs += piece.durationMs;
      timers.pass(3_000);
      if (heardMs < 40_000) say?.();
    });
    await expect(speech).rejects.toMatchObject({ stage: 'timeout' });
  });
});
