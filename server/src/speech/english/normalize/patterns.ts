/** Letters and digits of any script, and the underscore. */
export const wordCharacter = '[\\p{L}\\p{N}_]';
/** A position that is not inside a word or a decimal number. */
export const freeBefore = `(?<![\\p{L}\\p{N}_.])`;
export const freeAfter = `(?!${wordCharacter})`;
export const amount = '\\d+(?:,\\d{3})*(?:\\.\\d+)?';

/** Whether the singular follows: "1 km", "1.0 km". */
export function isOne(number: string): boolean {
  return number === '1' || number === '1.0';
}

/** A pattern for any of the texts. If one begins with another, the longer one is found. */
export function anyOf(texts: readonly string[]): string {
  return texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|');
}
