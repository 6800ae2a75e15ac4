import { urlWithPath } from '../../kernel/index.ts';
import type { PieceWriter } from '../piece-writer.ts';
import type { SpokenPart } from '../script/spoken-parts.ts';
import { estimatedPlayer } from '../timing/estimated-player.ts';
import { totalWeight, withWeights } from '../timing/estimator.ts';
import { SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';
import { bodyOf, openStream, type ServerVoice } from './open-stream.ts';
import { type PartLimits, voiceByParts } from './perform-parts.ts';
import { plainPcm } from './plain-pcm.ts';
import { silentFailure } from './provider-failure.ts';

export const openaiModel = 'gpt-4o-mini-tts';
const providerRate = 24_000;
const maxHeldMs = 700;
/** Servers leave a little silence around the words. */
const loudShare = 0.9;

/** Any server that speaks OpenAI's `/v1/audio/speech`. It reports no times, so words and mouth shapes are estimated. */
export function createOpenAiVoice(settings: ServerVoice): Voice {
  return voiceByParts({
    sampleRate: providerRate,
    precision: { words: 'estimated', visemes: 'estimated' },
    speak: (part, writer, limits) => speakPart(settings, part, writer, limits),
  });
}

async function* speakPart(
  settings: ServerVoice,
  part: SpokenPart,
  writer: PieceWriter,
  { maxMs, signal }: PartLimits,
): AsyncGenerator<SpeechPiece> {
  await using stream = await openStream(settings.outbound, requestFor(settings, part), signal);
  const [type = ''] = /^[\w.+/-]{0,80}/.exec(String(stream.headers['content-type'] ?? '').trim()) ?? [];
  if (/json|text|mpeg|mp3|ogg|opus|aac|flac/.test(type)) {
    throw new SpeechFailure('provider', `The voice server answered with ${type} where PCM was asked for.`);
  }
  const words = withWeights(part.words);
  const length = type.includes('wav') ? Number.NaN : Number(stream.headers['content-length']);
  const speechMs =
    length > 0 && totalWeight(words) > 0 ? (length / 2 / providerRate) * 1_000 * loudShare : undefined;
  const gain = part.style.volume;
  const player = estimatedPlayer(part, writer, { words, speechMs, maxHeldMs, gain, maxMs });
  for await (const pcm of plainPcm(bodyOf(stream, signal), providerRate)) yield* player.push(pcm);
  if (player.isEmpty) throw silentFailure();
  yield* player.finish();
}

function requestFor({ url, key, model, voice }: ServerVoice, { text, style }: SpokenPart) {
  return {
    url: urlWithPath(url, '/audio/speech'),
    headers: {
      'content-type': 'application/json',
      accept: 'audio/pcm, audio/wav',
      ...(key === null || key === '' ? {} : { authorization: `Bearer ${key}` }),
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
