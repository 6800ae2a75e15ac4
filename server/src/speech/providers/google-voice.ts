import { urlWithPath } from '../../kernel/index.ts';
import type { PieceWriter } from '../piece-writer.ts';
import { hasSounds, writeSounds } from '../pronunciation/marked-sounds.ts';
import type { SpokenPart } from '../script/spoken-parts.ts';
import { estimatedPlayer } from '../timing/estimated-player.ts';
import type { SpeechPiece, Voice } from '../voice.ts';
import { escapedXml } from './azure-ssml.ts';
import { bodyOf, openStream, type ServerVoice } from './open-stream.ts';
import { type PartLimits, voiceByParts } from './perform-parts.ts';
import { plainPcm } from './plain-pcm.ts';
import { silentFailure } from './provider-failure.ts';

export const googleUrl = 'https://texttospeech.googleapis.com/v1';
const sampleRate = 24_000;
const maxHeldMs = 700;
/** How much of an answer may come before its sound. */
const maxBeforeSound = 4_096;

/** Cloud Text-to-Speech: one JSON answer for each part of a sentence, without times. */
export function createGoogleVoice(settings: Omit<ServerVoice, 'model'>): Voice {
  return voiceByParts({
    sampleRate,
    precision: { words: 'estimated', visemes: 'estimated' },
    // The newest voices read plain text only.
    takesIpa: () => !/chirp|journey/i.test(settings.voice),
    speak: (part, writer, limits) => speakPart(settings, part, writer, limits),
  });
}

async function* speakPart(
  settings: Omit<ServerVoice, 'model'>,
  part: SpokenPart,
  writer: PieceWriter,
  { maxMs, signal }: PartLimits,
): AsyncGenerator<SpeechPiece> {
  await using stream = await openStream(settings.outbound, requestFor(settings, part), signal);
  const player = estimatedPlayer(part, writer, { maxHeldMs, gain: part.style.volume, maxMs });
  for await (const pcm of plainPcm(soundIn(bodyOf(stream, signal)), sampleRate)) yield* player.push(pcm);
  if (player.isEmpty) throw silentFailure();
  yield* player.finish();
}

/** The decoded sound of a JSON answer, as it arrives. */
async function* soundIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let text = '';
  let hasBegun = false;
  for await (const bytes of body) {
    text += Buffer.from(bytes).toString('latin1');
    if (!hasBegun) {
      const found = /"audioContent"\s*:\s*"/.exec(text);
      if (found === null && text.length > maxBeforeSound) return;
      if (found === null) continue;
      text = text.slice(found.index + found[0].length);
      hasBegun = true;
    }
    const end = text.indexOf('"');
    const ready = end === -1 ? text.length - (text.length % 4) : end;
    yield Buffer.from(text.slice(0, ready), 'base64');
    if (end !== -1) return;
    text = text.slice(ready);
  }
}

function requestFor({ url, key, voice }: Omit<ServerVoice, 'model'>, { text, style }: SpokenPart) {
  const languageCode = voice.split('-').slice(0, 2).join('-');
  const semitones = 12 * Math.log2(style.pitch.factor);
  return {
    url: urlWithPath(url, '/text:synthesize'),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-goog-api-key': key ?? '',
    },
    body: JSON.stringify({
      input: hasSounds(text) ? { ssml: ssmlOf(text) } : { text },
      voice: { languageCode, name: voice },
      audioConfig: {
        audioEncoding: 'LINEAR16',
        sampleRateHertz: sampleRate,
        ...(style.rate === 1 ? {} : { speakingRate: Math.round(style.rate * 100) / 100 }),
        // Some of the newer voices refuse any pitch, so a normal one is not sent.
        ...(style.pitch.factor === 1 ? {} : { pitch: Math.round(semitones * 10) / 10 }),
      },
    }),
  };
}

const ssmlOf = (text: string): string =>
  `<speak>${writeSounds(escapedXml(text), (written, ipa) => `<phoneme alphabet="ipa" ph="${ipa}">${written}</phoneme>`)}</speak>`;
