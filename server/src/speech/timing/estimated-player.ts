import { samplesOf } from '../pcm/samples.ts';
import { inSlices } from '../pcm/slices.ts';
import type { PieceWriter } from '../piece-writer.ts';
import type { SpokenPart } from '../script/spoken-parts.ts';
import type { SpeechPiece } from '../voice.ts';
import { type EstimatedWord, Estimator, speechDurationMs, withWeights } from './estimator.ts';
import { PartPlayer, type PartPlayerOptions } from './part-player.ts';
import { Track } from './track.ts';

type Options = Pick<PartPlayerOptions, 'maxMs' | 'gain'> & {
  /** The words with their mouth shapes. By default the shapes come from the letters. */
  readonly words?: readonly EstimatedWord[];
};

/** A player that estimates the times of a part from its sound. */
export function estimatedPlayer(
  part: SpokenPart,
  writer: PieceWriter,
  options: Options & { readonly maxHeldMs: number; readonly speechMs?: number | undefined },
): PartPlayer {
  const { words = withWeights(part.words), speechMs, ...playing } = options;
  const { nowMs: startMs, sampleRate } = writer;
  const track = new Track(startMs);
  const source = new Estimator(words, track, { startMs, sampleRate, rate: part.style.rate, speechMs });
  return new PartPlayer({ writer, track, source, ...playing });
}

/** Plays the whole sound of a part. Its length is known, so the estimate is better. */
export async function* playEstimated(
  pcm: Uint8Array<ArrayBuffer>,
  part: SpokenPart,
  writer: PieceWriter,
  options: Options,
): AsyncGenerator<SpeechPiece> {
  const speechMs = speechDurationMs(samplesOf(pcm), writer.sampleRate);
  const player = estimatedPlayer(part, writer, {
    ...options,
    speechMs,
    maxHeldMs: Number.POSITIVE_INFINITY,
  });
  for await (const slice of inSlices([pcm])) yield* player.push(slice);
  yield* player.finish();
}
