import { isInsideWord, type ReadWord, vowels } from '../reading/index.ts';
import { frameMs } from '../wave/frames.ts';
import type { AudibleFrames } from './audible.ts';
import { isPunctuation } from './lips.ts';
import { isList } from './melody.ts';
import type { PhonemeFrames } from './time-stretch.ts';

export type SpokenPhonemes = {
  readonly phonemes: readonly string[];
  readonly words: readonly ReadWord[];
  readonly text: string;
  /** How long the sound of a phoneme is, relative to the model's. */
  factorOf(index: number): number;
  /** How long pauses are, relative to the usual ones. */
  readonly pauses: number;
  readonly tailMs: number;
};

/** The model's frames come a little before the sound of a phoneme. */
const leadFrames = 2;

const isSound = (phoneme: string | undefined): boolean =>
  phoneme !== undefined && phoneme !== ' ' && !isPunctuation(phoneme);

/**
 * Which of the model's frames belong to which phoneme. The first phoneme starts where the sound starts. The last one
 * ends where it cannot be heard any more, although the model's own length for it includes the silence. What comes after
 * it gets the tail.
 */
export function phonemeFrames(
  spoken: SpokenPhonemes,
  lengths: readonly number[],
  audible: AudibleFrames,
): PhonemeFrames[] {
  const { phonemes, tailMs } = spoken;
  const speechEnd = audible.last + 1;
  const lastSound = phonemes.findLastIndex(isSound);
  const frames: PhonemeFrames[] = [];
  let reached = Math.max(0, (lengths[0] ?? 0) - leadFrames);
  let from = Math.max(0, audible.first - leadFrames + 1);
  for (let index = 0; index <= lastSound; index += 1) {
    reached += lengths[index + 1] ?? 0;
    const to = index === lastSound ? Math.max(from, speechEnd) : Math.max(from, Math.min(reached, speechEnd));
    frames.push({ from, to, durationFactor: spoken.factorOf(index) });
    from = to;
  }
  setPauses(frames, spoken, audible);
  const tailFrames = Math.round(tailMs / frameMs);
  const end = Math.min(audible.frames, from + tailFrames);
  const silentFrames = tailFrames - (end - from);
  frames.push({ from, to: end, durationFactor: 1, silentFrames });
  while (frames.length < phonemes.length) frames.push({ from: end, to: end, durationFactor: 1 });
  return frames;
}

/** The usual pause at punctuation within a clause. The model often makes none, or one of half a second. */
const pauseMs = (phonemes: readonly string[], listed: boolean): number => {
  if (phonemes.some((phoneme) => ';:—…'.includes(phoneme))) return 260;
  return phonemes.some((phoneme) => ',)'.includes(phoneme)) ? (listed ? 120 : 200) : 0;
};

/** Between the groups of a number. */
const maxInsideMs = 110;

/** Before a pause that the model does not make, the end of the word is this much longer. */
const lengthening = 1.2;
const clausePauseFrames = 5;

function setPauses(
  frames: PhonemeFrames[],
  { phonemes, words, text, pauses }: SpokenPhonemes,
  { isSilent, isMute }: AudibleFrames,
): void {
  const listed = isList(text);
  for (let start = 1; start < frames.length; start += 1) {
    const [before, pause] = [frames[start - 1], frames[start]];
    if (isSound(phonemes[start]) || !isSound(phonemes[start - 1]) || !before || !pause) continue;
    const next = phonemes.findIndex((phoneme, index) => index > start && isSound(phoneme));
    const usual = pauseMs(phonemes.slice(start, next), listed);
    const ms = isInsideWord(words, start) ? Math.min(maxInsideMs, usual) : usual;
    const after = frames[next] ?? before;
    const long = longSilence(before.from + 1, after.to - 1, isMute);
    if (ms === 0 && long === null) continue;
    const wanted = ms === 0 ? leftFrames : Math.round((pauses * ms) / frameMs);
    const from = long?.from ?? silenceBetween(before, after.from, isSilent);
    const to = long?.to ?? after.from;
    const own = to - from;
    frames[next] = { ...after, from: to };
    frames[start - 1] = { ...before, to: from };
    frames[start] = {
      from,
      to,
      durationFactor: Math.min(1, wanted / Math.max(1, own)),
      silentFrames: Math.max(0, wanted - own),
    };
    for (let index = start + 1; index < next; index += 1) frames[index] = { from: to, to, durationFactor: 1 };
    if (to - before.to < clausePauseFrames) lengthenEnd(frames, phonemes, start);
  }
}

/** Without punctuation, a silence of this length is cut to a short one: the model makes them within prices. */
const unwantedFrames = 12;
const leftFrames = 4;

/** A silence that is too long for that of a plosive. It may be within the model's lengths for the sounds around it. */
function longSilence(first: number, end: number, isMute: (frame: number) => boolean) {
  let from = first;
  for (let to = first; to <= end; to += 1) {
    if (to < end && isMute(to)) continue;
    if (to - from >= unwantedFrames) return { from, to };
    from = to + 1;
  }
  return null;
}

/** Where the silence after a phoneme begins. It may begin before the end of the model's length for it, or after. */
function silenceBetween(
  { from, to }: PhonemeFrames,
  next: number,
  isSilent: (frame: number) => boolean,
): number {
  let start = to;
  while (start > from + 1 && isSilent(start - 1)) start -= 1;
  while (start < next && !isSilent(start)) start += 1;
  // A plosive has a silence of its own, and the sound of "grapes" goes on after that of its P.
  let heard = 0;
  for (let frame = start; frame < next; frame += 1) if (!isSilent(frame)) heard += 1;
  return heard > maxHeard ? next : start;
}

/** The next word may begin this many frames early. */
const maxHeard = 3;

/** Lengthens the last vowel before a pause, and what follows it. */
function lengthenEnd(frames: PhonemeFrames[], phonemes: readonly string[], end: number): void {
  const vowel = phonemes.findLastIndex((phoneme, index) => index < end && vowels.has(phoneme));
  for (let index = Math.max(0, vowel); index < end; index += 1) {
    const each = frames[index];
    if (each) frames[index] = { ...each, durationFactor: each.durationFactor * lengthening };
  }
}
