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

/**
 * Whether a question can be answered by yes or no. Other questions have a question word at the start of one of their
 * parts: "Thank you, and at what time?"
 */
export function isYesNoQuestion(text: string): boolean {
  const [question = ''] = text.toLowerCase().split('?', 1);
  const starts = question.split(/[,;:—]/).map((part) => {
    const words = part.split(/[^\p{L}'’]+/u).filter((word) => word !== '');
    return (words.find((word) => !leadingWords.has(word)) ?? '').replace(/n['’]t$|['’]\p{L}*$/u, '');
  });
  // "When you arrive, do you need a taxi?"
  return verbs.has(starts.at(-1) ?? '') || !starts.some((word) => askingWords.has(word));
}

const maxWordsOfMember = 4;

/** Whether a sentence lists things: "apples, pears and plums", "on Monday, on Tuesday, or on Friday". */
export function isList(text: string): boolean {
  const [sentence = ''] = text.split(/[.!?](?:\s|$)/, 1);
  const parts = sentence.split(',').map((part) => part.trim().split(/\s+/));
  const last = parts.at(-1) ?? [];
  const middle = parts.slice(1, -1);
  const joinAt = last.findIndex((word) => /^(?:and|or)$/i.test(word));
  if (joinAt === -1 || joinAt > maxWordsOfMember || last.length - joinAt > maxWordsOfMember + 1) return false;
  // A clause after a comma begins with "and", too.
  if (middle.length === 0) return joinAt > 0 && parts.length === 2;
  return middle.every((words) => words.length <= maxWordsOfMember);
}

const askingWords = new Set('who whom whose what when where why which how'.split(' '));
const leadingWords = new Set(
  'and but so or well okay ok then now sorry please at by for from in of on since to until with'.split(' '),
);
const verbs = new Set(
  'am are is was were do does did have has had can could may might must shall should will would ca wo'.split(
    ' ',
  ),
);

/** Where a rise begins at most, and where it ends, in semitones from the centre. */
export type Rise = { readonly dip: number; readonly top: number };

/** Where the end of other sentences arrives. The model goes lower, where its voice breaks off. */
export const fallBottom = -6;

export const questionRise: Rise = { dip: -2, top: 7 };
export const memberRise: Rise = { dip: -1, top: 2.5 };
