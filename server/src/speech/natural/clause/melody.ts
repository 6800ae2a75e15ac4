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

const mostWordsOfMember = 4;

/** Whether a sentence lists things: "apples, pears and plums", "on Monday, on Tuesday, or on Friday". */
export function isList(text: string): boolean {
  const [sentence = ''] = text.split(/[.!?](?:\s|$)/, 1);
  const parts = sentence.split(',').map((part) => part.trim().split(/\s+/));
  const last = parts.at(-1) ?? [];
  const middle = parts.slice(1, -1);
  const joinAt = last.findIndex((word) => /^(?:and|or)$/i.test(word));
  if (joinAt === -1 || joinAt > mostWordsOfMember || last.length - joinAt > mostWordsOfMember + 1)
    return false;
  // A clause after a comma begins with "and", too.
  if (middle.length === 0) return joinAt > 0 && parts.length === 2;
  return middle.every((words) => words.length <= mostWordsOfMember);
}

const askingWords = new Set('who whom whose what when where why which how'.split(' '));
const leadingWords = new Set('and but so or well okay ok then now sorry please'.split(' '));

/** Where a rise begins at most, and where it ends, in semitones from the centre. */
export type Rise = { readonly dip: number; readonly top: number };

export const questionRise: Rise = { dip: -2, top: 5.5 };
export const memberRise: Rise = { dip: -1, top: 2.5 };
