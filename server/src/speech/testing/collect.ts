import { speechText } from '@parley/protocol';
import type { Precision, Sentence, SpeechPiece, TimedMark, TimedViseme, TimedWord, Voice } from '../voice.ts';

export type Heard = {
  readonly pieces: readonly SpeechPiece[];
  readonly sampleRate: number;
  readonly precision: { readonly words: Precision; readonly visemes: Precision };
  readonly visemes: readonly TimedViseme[];
  readonly words: readonly (TimedWord & { readonly written: string })[];
  readonly marks: readonly TimedMark[];
  readonly samples: Int16Array;
  readonly durationMs: number;
};

export const neverAborted = new AbortController().signal;

export const sentenceOf = (markup: string, more: Partial<Sentence> = {}): Sentence => ({
  markup,
  text: speechText(markup),
  ...more,
});

/** Listens to a sentence to its end. */
export async function hear(
  voice: Voice,
  markup: string | Sentence,
  signal = neverAborted,
  onPiece: (piece: SpeechPiece) => void = () => undefined,
): Promise<Heard> {
  const sentence = typeof markup === 'string' ? sentenceOf(markup) : markup;
  const pieces: SpeechPiece[] = [];
  for await (const piece of voice.speak(sentence, signal)) {
    pieces.push(piece);
    onPiece(piece);
  }
  return gather(pieces, sentence.text);
}

export function gather(pieces: readonly SpeechPiece[], text: string): Heard {
  const start = pieces.find((piece) => piece.kind === 'start');
  const timings = pieces.filter((piece) => piece.kind === 'timing');
  const audio = pieces.filter((piece) => piece.kind === 'audio');
  const bytes = Buffer.concat(audio.map(({ pcm }) => pcm));
  return {
    pieces,
    sampleRate: start?.format.sampleRate ?? 0,
    precision: start?.precision ?? { words: 'estimated', visemes: 'estimated' },
    visemes: timings.flatMap(({ visemes }) => visemes),
    words: timings.flatMap(({ words }) =>
      words.map((word) => ({ ...word, written: text.slice(word.from, word.to) })),
    ),
    marks: timings.flatMap(({ marks }) => marks),
    samples: new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2),
    durationMs: pieces.find((piece) => piece.kind === 'end')?.durationMs ?? Number.NaN,
  };
}

/** Root mean square of the sound between two moments. */
export function loudness(
  { samples, sampleRate }: Heard,
  fromMs = 0,
  toMs = Number.POSITIVE_INFINITY,
): number {
  const part = samples.subarray((fromMs * sampleRate) / 1_000, (toMs * sampleRate) / 1_000);
  if (part.length === 0) return 0;
  let sum = 0;
  for (const sample of part) sum += sample * sample;
  return Math.sqrt(sum / part.length);
}
