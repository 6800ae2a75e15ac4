import type { Outbound } from '../../outbound/index.ts';
import { Resampler } from '../pcm/resampler.ts';
import { samplesOf } from '../pcm/samples.ts';
import { readWavHeader } from '../pcm/wav-header.ts';
import type { PieceWriter } from '../piece-writer.ts';
import type { SpokenPart } from '../script/parts.ts';
import { Estimator, totalWeight, withWeights } from '../timing/estimator.ts';
import { PartPlayer } from '../timing/part-player.ts';
import { Track } from '../timing/track.ts';
import { SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';
import { bodyOf, openStream } from './open-stream.ts';
import { voiceByParts } from './perform-parts.ts';
import { silentFailure } from './provider-failure.ts';

export type OpenAiVoiceSettings = {
  readonly outbound: Outbound;
  /** The base address of the server, or its full address for speech. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly voice: string;
};

export const openaiModel = 'gpt-4o-mini-tts';
const speechPath = '/audio/speech';
const providerRate = 24_000;
const mostHeldMs = 700;
/** Servers leave a little silence around the words. */
const loudShare = 0.9;

/** Any server that speaks OpenAI's `/v1/audio/speech`. It reports no times, so words and mouth shapes are estimated. */
export function createOpenAiVoice(settings: OpenAiVoiceSettings): Voice {
  return voiceByParts({
    sampleRate: providerRate,
    precision: { words: 'estimated', visemes: 'estimated' },
    speak: (part, writer, signal) => speakPart(settings, part, writer, signal),
  });
}

async function* speakPart(
  settings: OpenAiVoiceSettings,
  part: SpokenPart,
  writer: PieceWriter,
  signal: AbortSignal,
): AsyncGenerator<SpeechPiece> {
  await using stream = await openStream(settings.outbound, requestFor(settings, part), signal);
  const type =
    String(stream.headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim() ?? '';
  if (/json|text|mpeg|mp3|ogg|opus|aac|flac/.test(type)) {
    throw new SpeechFailure('provider', `The voice server answered with ${type} where PCM was asked for.`);
  }
  const words = withWeights(part.words);
  const length = type.includes('wav') ? Number.NaN : Number(stream.headers['content-length']);
  const speechMs =
    length > 0 && totalWeight(words) > 0 ? (length / 2 / providerRate) * 1_000 * loudShare : undefined;
  const track = new Track(writer.nowMs);
  const player = new PartPlayer({
    writer,
    track,
    source: new Estimator(words, track, {
      startMs: writer.nowMs,
      sampleRate: providerRate,
      rate: part.style.rate,
      speechMs,
    }),
    sampleRate: providerRate,
    mostHeldMs: mostHeldMs,
    gain: part.style.volume,
  });
  for await (const pcm of plainPcm(bodyOf(stream, signal))) yield* player.push(pcm);
  if (player.isEmpty) throw silentFailure();
  yield* player.finish();
}

function requestFor({ url, key, model, voice }: OpenAiVoiceSettings, { text, style }: SpokenPart) {
  return {
    url: speechUrl(url),
    headers: {
      'content-type': 'application/json',
      accept: 'audio/pcm, audio/wav',
      ...(key === undefined || key === '' ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model,
      voice,
      input: text,
      response_format: 'pcm',
      ...(style.rate === 1 ? {} : { speed: Math.round(style.rate * 100) / 100 }),
    }),
  };
}

/** Adds the path unless it is there. Text that is not a URL stays as it is: the client refuses it. */
function speechUrl(address: string): URL | string {
  const url = URL.parse(address);
  if (url === null) return address;
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith(speechPath) ? path : path + speechPath;
  return url;
}

/** Some servers send a WAV file although PCM was asked for, and at another sample rate. */
async function* plainPcm(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  let resampler: WavResampler | undefined;
  for await (const bytes of body) {
    if (head === undefined) {
      yield resampler?.push(bytes) ?? bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    const header = readWavHeader(head);
    if (header === 'more') continue;
    if (header !== 'none' && header.sampleRate !== providerRate)
      resampler = new WavResampler(header.sampleRate);
    const sound = header === 'none' ? head : head.subarray(header.dataAt);
    head = undefined;
    yield resampler?.push(sound) ?? sound;
  }
  if (head !== undefined) yield head;
}

class WavResampler {
  readonly #resampler: Resampler;
  #rest = new Uint8Array();

  constructor(sampleRate: number) {
    this.#resampler = new Resampler(sampleRate, providerRate);
  }

  push(bytes: Uint8Array): Uint8Array {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    this.#rest = all.slice(all.length & ~1);
    const samples = this.#resampler.push(samplesOf(all.subarray(0, all.length & ~1)));
    return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  }
}
