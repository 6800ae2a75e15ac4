import { voicedHz } from '../wave/pulses.ts';

/** The centre of the model's pitch. */
export const modelHz = 200;
const lowestHz = 55;
const highestHz = 480;

/** The wanted melody at one moment, as factors. */
export type MelodyPoint = { readonly pitch: number; readonly range: number };

/** Changes the model's pitch: the centre by one factor, and the distance from the centre by another. */
export function shapePitch(hz: number, { pitch, range }: MelodyPoint): number {
  if (hz < voicedHz) return 0;
  const shaped = modelHz * pitch * (hz / modelHz) ** range;
  return Math.min(highestHz, Math.max(lowestHz, shaped));
}

/** Whether a question can be answered by yes or no. Other questions have a question word, and their pitch falls. */
export function isYesNoQuestion(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/^[^\p{L}]+/u, '')
    .split(/[^\p{L}'’]+/u)
    .filter((word) => !leadingWords.has(word));
  return !askingWords.has((words[0] ?? '').split(/['’]/, 1)[0] ?? '');
}

const askingWords = new Set('who whom whose what when where why which how'.split(' '));
const leadingWords = new Set('and but so or well okay ok then now sorry please'.split(' '));

const riseSemitones = 5.5;
const dipSemitones = -2;
/** The share of the model's own movement that is kept within the rise. */
const keptShare = 0.2;
const semitones = (hz: number) => 12 * Math.log2(hz / modelHz);

/**
 * Raises the pitch at the end of a question, because the model does not do it: from the last stressed vowel on, the
 * pitch goes from below the centre to well above it.
 */
export function raiseQuestion(pitchHz: Float32Array, from: number, to: number): void {
  const voiced: number[] = [];
  for (let frame = from; frame <= to; frame += 1) {
    if ((pitchHz[frame] ?? 0) >= voicedHz) voiced.push(frame);
  }
  const [first, last] = [voiced[0], voiced.at(-1)];
  if (first === undefined || last === undefined) return;
  const start = Math.min(semitones(pitchHz[first] ?? modelHz), dipSemitones);
  for (const frame of voiced) {
    const progress = (frame - first) / Math.max(1, last - first);
    const wanted = start + (riseSemitones - start) * progress ** 1.3;
    const own = semitones(pitchHz[frame] ?? modelHz);
    const blend = Math.min(1, (frame - first + 1) / 4);
    const raised = wanted + keptShare * Math.max(-3, Math.min(3, own - start)) * (1 - progress);
    pitchHz[frame] = modelHz * 2 ** ((own + (raised - own) * blend) / 12);
  }
}
