import { foldToAscii } from '../english/ascii.ts';
import { readEnglish } from '../english/read-english.ts';
import { pronunciations } from '../english/tables.ts';
import { type Pause, pauseOf, tokenize } from '../english/tokens.ts';
import { styleAt } from '../units/span-style.ts';
import type { SpeechUnit, StyleSpan } from '../units/unit.ts';
import { type FliteVoiceName, fliteVoices } from './flite-voices.ts';

/** A word as flite gets it, and the part of the unit's text that it belongs to. */
export type FliteWord = {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** How it sounds, if the lexicon does not know the word or must not decide. */
  readonly phones?: string;
  readonly pause: Pause;
  /** A factor of its usual length. */
  readonly durationFactor: number;
  /** The mean of its pitch, in hertz; left out if it is the voice's own. */
  readonly pitchHz?: number;
  readonly gain: number;
};

/** Words that stand for a part of the text. A comma among them is a short pause. */
type Reading = { readonly words: readonly string[]; readonly pause: Pause; readonly phones?: string };
type Draft = Pick<FliteWord, 'from' | 'to' | 'name'> & { readonly phones?: string; pause: Pause };

/** No listener follows a longer number. */
const maxWordsOfPart = 80;
const maxWords = 120;

/** The words of a unit. Never throws. */
export function readUnit({ text, spans, voice }: SpeechUnit<FliteVoiceName>): FliteWord[] {
  const drafts: Draft[] = [];
  const read = (from: number, to: number) => {
    const part = text.slice(from, to);
    // Punctuation at the beginning belongs to the word before it.
    const [leading = ''] = /^[^\p{L}\p{N}\s]*/u.exec(part) ?? [];
    const before = drafts.at(-1);
    if (before?.pause === '') before.pause = pauseOf(leading);
    for (const spoken of readEnglish(part)) add(drafts, spoken, from + spoken.from, from + spoken.to);
  };
  let reached = 0;
  for (const span of spans) {
    if (span.phones === undefined) continue;
    read(reached, span.from);
    const pause = tokenize(text.slice(span.from, span.to)).at(-1)?.pause ?? '';
    add(drafts, { words: ['word'], phones: flitePhones(span.phones), pause }, span.from, span.to);
    reached = span.to;
  }
  read(reached, text.length);
  return drafts.slice(0, maxWords).map((draft) => ({
    ...draft,
    ...wordStyle(styleAt(spans, draft.from), voice),
  }));
}

/** Flite has one degree of stress, and lacks two of the sounds. */
const flitePhones = (phones: string): string =>
  phones.replaceAll('2', '').replaceAll(/\baxr/g, 'er').replaceAll(/\bdx/g, 'd');

const statedWords: ReadonlyMap<string, string> = new Map(
  [...pronunciations].map(([name, phones]) => [foldToAscii(name), flitePhones(phones)]),
);

function add(drafts: Draft[], { words, pause, phones }: Reading, from: number, to: number): void {
  for (const word of words.slice(0, maxWordsOfPart)) {
    const before = drafts.at(-1);
    if (word === '_a') drafts.push({ from, to, name: 'a', phones: 'ey1', pause: '' });
    else if (word !== ',') {
      const stated = phones ?? statedWords.get(word);
      drafts.push({ from, to, name: word, pause: '', ...(stated && { phones: stated }) });
    } else if (before !== undefined) before.pause = ',';
  }
  const last = drafts.at(-1);
  if (last !== undefined && pause !== '') last.pause = pause;
}

function wordStyle(
  { rate, gain, pitch }: StyleSpan,
  voice: FliteVoiceName,
): Pick<FliteWord, 'durationFactor' | 'gain' | 'pitchHz'> {
  const hasOwnPitch = Math.abs(pitch - 1) < 0.01;
  return {
    durationFactor: 1 / rate,
    gain,
    ...(hasOwnPitch ? {} : { pitchHz: fliteVoices[voice].pitchHz * pitch }),
  };
}
