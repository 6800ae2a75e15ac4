import type { SpeechStyle } from '@parley/protocol';
import type { Semaphore } from '../../kernel/index.ts';
import { WavReader } from '../pcm/wav-reader.ts';
import type { PieceWriter } from '../piece-writer.ts';
import { type PartLimits, voiceByParts } from '../providers/perform-parts.ts';
import type { SpokenPart } from '../script/spoken-parts.ts';
import { playEstimated } from '../timing/estimated-player.ts';
import { withWeights } from '../timing/estimator.ts';
import { visemesOfIpa } from '../visemes/ipa.ts';
import { abortedFailure, SpeechFailure, type SpeechPiece, type Voice } from '../voice.ts';
import { espeakInput, espeakSounds } from './espeak-sounds.ts';
import { runProgram } from './run-program.ts';

export type EspeakVoiceDeps = {
  readonly program: string;
  readonly voice: string;
  /** Limits how many programs run at the same time. */
  readonly programs: Semaphore;
  readonly account: string;
};

const sampleRate = 22_050;
const answerLimitMs = 10_000;
const maxBytes = 32 * 1_024 * 1_024;
const usualWordsPerMinute = 175;

/**
 * A hundred languages, if the program is installed. It reports the phonemes of each word but not their times, which are
 * estimated from the loudness of the sound.
 */
export function createEspeakVoice(deps: EspeakVoiceDeps): Voice {
  return voiceByParts({
    sampleRate,
    precision: { words: 'estimated', visemes: 'estimated' },
    takesIpa: (ipa) => espeakSounds(ipa, deps.voice) !== '',
    speak: (part, writer, limits) => speakPart(deps, part, writer, limits),
  });
}

async function* speakPart(
  deps: EspeakVoiceDeps,
  part: SpokenPart,
  writer: PieceWriter,
  { maxMs, signal }: PartLimits,
): AsyncGenerator<SpeechPiece> {
  const runBoth = () =>
    Promise.all([
      run(deps, part, ['--stdout', '-z', ...mannerOf(part.style)], signal),
      run(deps, part, ['-q', '--ipa', '--sep=_'], signal),
    ]);
  const [wave, sounds] = await deps.programs
    .run(deps.account, runBoth, { signal })
    .catch((error: unknown) => {
      throw signal.aborted ? abortedFailure() : error;
    });
  const ipa = sounds.toString('utf8').trim().split(/\s+/);
  const counts = part.words.map((word) => (word.ipa === undefined ? word.written.split(' ').length : 1));
  // A number is one written word and several spoken ones. In that case the visemes come from the letters.
  const isAligned = ipa.length === counts.reduce((sum, count) => sum + count, 0);
  const words = isAligned
    ? withWeights(part.words, (_, index) => visemesOfIpa(ipa.splice(0, counts[index] ?? 1).join('')))
    : withWeights(part.words);
  yield* playEstimated(soundOf(wave), part, writer, { words, gain: 1, maxMs });
}

function run(
  { program, voice }: EspeakVoiceDeps,
  { text }: SpokenPart,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Buffer> {
  return runProgram({
    program,
    args: ['-v', voice, '-b', '1', '--stdin', ...args],
    input: espeakInput(text, voice),
    limitMs: answerLimitMs,
    maxBytes,
    signal,
  });
}

/** Speed in words a minute, pitch from 0 to 99, loudness from 0 to 200. */
function mannerOf({ rate, pitch, volume }: SpeechStyle): string[] {
  const wanted = (pitch.hz === undefined ? 1 : pitch.hz / 120) * pitch.factor + pitch.shiftHz / 120;
  const within = (value: number, least: number, most: number) =>
    String(Math.round(Math.min(most, Math.max(least, value))));
  return [
    ...['-s', within(usualWordsPerMinute * rate, 80, 450)],
    ...['-p', within(50 * wanted, 0, 99)],
    ...['-a', within(100 * volume, 0, 200)],
  ];
}

function soundOf(wave: Buffer): Uint8Array<ArrayBuffer> {
  const reader = new WavReader();
  const sound = reader.push(wave);
  if (sound.length === 0) throw new SpeechFailure('voice', 'The program of the voice gave no sound.');
  if (reader.sampleRate !== sampleRate)
    throw new SpeechFailure('voice', 'The program of the voice gave another kind of sound.');
  return new Uint8Array(sound);
}
