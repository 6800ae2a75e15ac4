import { bytesOf, toInt16 } from '@parley/protocol/audio';
import { ModelFailure } from '../../custom-models/index.ts';
import type { PieceWriter } from '../piece-writer.ts';
import { type PartLimits, voiceByParts } from '../providers/perform-parts.ts';
import type { SpokenPart } from '../script/spoken-parts.ts';
import { playEstimated } from '../timing/estimated-player.ts';
import { abortedFailure, SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';
import type { CustomVoiceEngine, CustomVoiceModel } from './custom-voices.ts';
import type { Saying } from './voice-main.ts';

export type CustomVoiceDeps = {
  readonly engine: CustomVoiceEngine;
  readonly model: CustomVoiceModel;
  readonly speaker: number;
  readonly account: string;
};

/** A model that the operator added. It reports no times, so words and mouth shapes are estimated. */
export function createCustomVoice(deps: CustomVoiceDeps): Voice {
  return voiceByParts({
    sampleRate: deps.model.sampleRate,
    precision: { words: 'estimated', visemes: 'estimated' },
    speak: (part, writer, limits) => speakPart(deps, part, writer, limits),
  });
}

async function* speakPart(
  deps: CustomVoiceDeps,
  part: SpokenPart,
  writer: PieceWriter,
  { maxMs, signal }: PartLimits,
): AsyncGenerator<SpeechPiece> {
  const saying = { text: part.text, rate: part.style.rate, speaker: deps.speaker };
  const samples = toInt16(await say(deps, saying, signal));
  if (samples.length === 0) throw new SpeechFailure('voice', 'The model gave no sound.');
  yield* playEstimated(bytesOf(samples), part, writer, { gain: part.style.volume, maxMs });
}

async function say({ engine, model, account }: CustomVoiceDeps, saying: Saying, signal: AbortSignal) {
  try {
    const samples = await engine.ask(account, model.name, saying, signal);
    if (engine.model(model.name)?.sampleRate === model.sampleRate) return samples;
    throw new SpeechFailure(
      'voice',
      `The model "${model.name}" was replaced by one with another sample rate.`,
    );
  } catch (error) {
    if (signal.aborted) throw abortedFailure();
    if (!(error instanceof ModelFailure)) throw error;
    throw new SpeechFailure(error.stage === 'timeout' ? 'timeout' : 'voice', error.message);
  }
}
