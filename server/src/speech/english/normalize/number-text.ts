import { cardinalWords, ordinalWords } from '../number-words.ts';

/** Letters and digits of any script, and the underscore. */
export const wordCharacter = '[\\p{L}\\p{N}_]';
/** A place that is not inside a word or a decimal number. */
export const freeBefore = `(?<![\\p{L}\\p{N}_.])`;
export const freeAfter = `(?!${wordCharacter})`;
export const amount = '\\d+(?:,\\d{3})*(?:\\.\\d+)?';

/** Whether the singular follows: "1 km", "1.0 km". */
export function isOne(number: string): boolean {
  return number === '1' || number === '1.0';
}

/** "twenty-five" */
export function cardinalText(number: number): string {
  return hyphenated(cardinalWords(String(number)));
}

/** "twenty-fifth" */
export function ordinalText(number: number): string {
  return hyphenated(ordinalWords(String(number)));
}

function hyphenated(words: readonly string[]): string {
  return words.join(' ').replace(/(?<=ty) (?=\w+$)/, '-');
}
