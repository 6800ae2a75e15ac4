import { withoutTrailing } from '@parley/protocol';
import { inSlices } from '../pcm/slices.ts';
import type { PieceWriter } from '../piece-writer.ts';
import type { SpokenPart } from '../script/spoken-parts.ts';
import { PartPlayer } from '../timing/part-player.ts';
import { Track } from '../timing/track.ts';
import type { SpeechPiece, Voice } from '../voice.ts';
import { CharacterTimes, readAlignment } from './character-times.ts';
import { jsonLines } from './json-lines.ts';
import { bodyOf, openStream, type ServerVoice } from './open-stream.ts';
import { type PartLimits, voiceByParts } from './perform-parts.ts';
import { silentFailure } from './provider-failure.ts';

export const elevenlabsUrl = 'https://api.elevenlabs.io';
export const elevenlabsModel = 'eleven_flash_v2_5';
const sampleRate = 24_000;
const maxHeldMs = 1_500;

/** Sound with the time of each character: words are exact, the mouth follows the letters. */
export function createElevenLabsVoice(settings: ServerVoice): Voice {
  return voiceByParts({
    sampleRate,
    precision: { words: 'exact', visemes: 'estimated' },
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
  const track = new Track(writer.nowMs);
  const times = new CharacterTimes(part, track, writer.nowMs);
  const player = new PartPlayer({
    writer,
    track,
    source: times,
    maxHeldMs,
    gain: part.style.volume,
    maxMs,
  });
  for await (const line of jsonLines(bodyOf(stream, signal))) {
    const alignment = readAlignment(line);
    if (alignment !== undefined) times.take(alignment);
    if (typeof line.audio_base64 !== 'string') continue;
    const sound = Buffer.from(line.audio_base64, 'base64');
    for await (const slice of inSlices([sound])) yield* player.push(slice);
  }
  if (player.isEmpty) throw silentFailure();
  yield* player.finish();
}

function requestFor({ url, key, model, voice }: ServerVoice, { text, style }: SpokenPart) {
  const address = URL.parse(url);
  const path = `v1/text-to-speech/${encodeURIComponent(voice)}/stream/with-timestamps`;
  if (address !== null) {
    address.pathname = `${withoutTrailing(address.pathname, '/').replace(/\/v1$/, '')}/${path}`;
    address.searchParams.set('output_format', `pcm_${sampleRate}`);
  }
  return {
    url: address ?? url,
    headers: { 'content-type': 'application/json', accept: 'application/json', 'xi-api-key': key ?? '' },
    body: JSON.stringify({
      text,
      model_id: model,
      // The server accepts speeds in this range only.
      ...(style.rate === 1 ? {} : { voice_settings: { speed: Math.min(1.2, Math.max(0.7, style.rate)) } }),
    }),
  };
}
