import { bytesOf, toInt16 } from '@parley/protocol/audio';
import type { PieceWriter } from '../piece-writer.ts';
import { type PartLimits, voiceByParts } from '../providers/perform-parts.ts';
import type { SpokenPart } from '../script/parts.ts';
import { playEstimated } from '../timing/estimated-player.ts';
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
  const samples = toInt16(await engine.say(account, model, saying, signal));
  if (samples.length === 0) throw new SpeechFailure('voice', 'The model gave no sound.');
  yield* playEstimated(bytesOf(samples), part, writer, { gain: part.style.volume, mostMs });
}
