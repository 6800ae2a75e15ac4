import { lengthOf, pauseMarks, primaryStress, withStress } from './phonemes.ts';
import type { Part } from './token-parts.ts';

const silent: ReadonlySet<string> = new Set("',-._‘’/");

/** Whether a part is never read on its own, such as a hyphen. */
export function isSilent(text: string): boolean {
  return [...text].every((character) => silent.has(character));
}

/** Several parts as one. It has the tag of the longest part; capital letters count twice. */
export function joined(parts: readonly Part[]): Part {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There is no part to join.');
  if (parts.length === 1) return first;
  const weight = (part: Part) =>
    [...part.text].reduce((sum, letter) => sum + (letter === letter.toLowerCase() ? 1 : 2), 0);
  const heaviest = parts.reduce((best, part) => (weight(part) > weight(best) ? part : best), first);
  return {
    text: textOf(parts),
    tag: heaviest.tag,
    space: last.space,
    at: first.at,
    length: last.at + last.length - first.at,
    phonemes: null,
    spaceBefore: false,
  };
}

/** Decides whether a word's parts are read as several words, and reduces stress in the lighter parts of a compound. */
export function balance(parts: readonly Part[]): void {
  const text = textOf(parts);
  const kinds = new Set([...text].filter((character) => !silent.has(character)).map(kindOf));
  const apart = text.includes(' ') || text.includes('/') || kinds.size > 1;
  parts.forEach((part, index) => {
    if (part.phonemes === null) {
      if (index === parts.length - 1 && pauseMarks.has(part.text)) part.phonemes = part.text;
      else if (isSilent(part.text)) part.phonemes = '';
    } else if (index > 0) {
      part.spaceBefore = apart;
    }
  });
  if (!apart) lighten(parts.filter((part) => (part.phonemes ?? '') !== ''));
}

function lighten(spoken: readonly Part[]): void {
  const [first, second] = spoken;
  if (first === undefined || second === undefined) return;
  if (spoken.length === 2 && first.text.length === 1) {
    second.phonemes = withStress(second.phonemes ?? '', -0.5);
    return;
  }
  const ranked = spoken.map((part, index) => {
    const phonemes = part.phonemes ?? '';
    return { part, index, stressed: phonemes.includes(primaryStress) ? 1 : 0, length: lengthOf(phonemes) };
  });
  const stressed = ranked.reduce((sum, one) => sum + one.stressed, 0);
  if (stressed <= Math.trunc((spoken.length + 1) / 2)) return;
  ranked.sort((a, b) => a.stressed - b.stressed || a.length - b.length || a.index - b.index);
  for (const { part } of ranked.slice(0, Math.trunc(spoken.length / 2)))
    part.phonemes = withStress(part.phonemes ?? '', -0.5);
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part, index) => part.text + (index < parts.length - 1 ? part.space : '')).join('');
}

function kindOf(character: string): number {
  if (/\p{L}/u.test(character)) return 0;
  return /\d/.test(character) ? 1 : 2;
}
