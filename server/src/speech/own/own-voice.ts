import { inSlices } from '../pcm/slices.ts';
import type { PieceWriter } from '../piece-writer.ts';
import { type PartLimits, voiceByParts } from '../providers/perform-parts.ts';
import type { SpokenPart } from '../script/parts.ts';
import { Estimator, speechDurationMs, withWeights } from '../timing/estimator.ts';
import { PartPlayer } from '../timing/part-player.ts';
import { Track } from '../timing/track.ts';
import { SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';
import type { OwnEngine } from './own-engine.ts';
import type { OwnModel } from './own-models.ts';

export type OwnVoiceDeps = {
  readonly engine: OwnEngine;
  readonly model: OwnModel;
  readonly speaker: number;
  readonly account: string;
};

/** A model that the operator added. It reports no times, so words and mouth shapes are estimated. */
export function createOwnVoice(deps: OwnVoiceDeps): Voice {
  return voiceByParts({
    sampleRate: deps.model.sampleRate,
    precision: { words: 'estimated', visemes: 'estimated' },
    speak: (part, writer, limits) => speakPart(deps, part, writer, limits),
  });
}

async function* speakPart(
  { engine, model, speaker, account }: OwnVoiceDeps,
  part: SpokenPart,
  writer: PieceWriter,
  { mostMs, signal }: PartLimits,
): AsyncGenerator<SpeechPiece> {
  const saying = { text: part.text, rate: part.style.rate, speaker };
  const samples = toSixteenBits(await engine.say(account, model, saying, signal));
  if (samples.length === 0) throw new SpeechFailure('voice', 'The model gave no sound.');
  const { sampleRate } = model;
  const track = new Track(writer.nowMs);
  const player = new PartPlayer({
    writer,
    track,
    source: new Estimator(withWeights(part.words), track, {
      startMs: writer.nowMs,
      sampleRate,
      rate: part.style.rate,
      speechMs: speechDurationMs(samples, sampleRate),
    }),
    sampleRate,
    mostHeldMs: Number.POSITIVE_INFINITY,
    gain: part.style.volume,
    mostMs,
  });
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  for await (const slice of inSlices([bytes])) yield* player.push(slice);
  yield* player.finish();
}

function toSixteenBits(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, (sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))),
  );
}
