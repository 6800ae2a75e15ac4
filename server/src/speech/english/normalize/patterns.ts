/** A position that is not inside a word or a number. */
export const before = '(?<![\\p{L}\\p{N}_]|\\p{N}[.,:/])';
export const after = '(?![\\p{L}\\p{N}_]|[.,:/]\\p{N})';
/** An amount: "5", "1,200", "1.200,50", "1'200", "3.5", "3,5"; with spaces only if it ends with cents or zeros. */
export const amount =
  "\\d{1,3}(?:[.,']\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d{1,3}(?: \\d{3})* (?:000(?!\\d)|\\d{3},\\d{2}(?!\\d))|\\d+(?:[.,]\\d+)?";
/** A word that means "to" between two numbers. */
export const dash = '(?:[-–—]| (?:[-–—]|to|bis) )';

/** A rule's pattern. */
export function pattern(source: string, flags = 'gu'): RegExp {
  // slow-regex: `readScript` cuts the words of a sentence to 1,200 characters.
  return new RegExp(source, flags);
}

/** A pattern for any of the texts. If one begins with another, the longer one is found. */
export function anyOf(texts: readonly string[]): string {
  return texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|');
}

/** The word before a position, and the one after it, in small letters; empty at punctuation. */
export function wordBefore(text: string, at: number): string {
  return (
    /([\p{L}.']{1,20})[\s:#]{0,3}$/u.exec(text.slice(Math.max(0, at - 24), at))?.[1] ?? ''
  ).toLowerCase();
}

export function wordAfter(text: string, at: number): string {
  return /^\s?-?(\p{L}{1,24})/u.exec(text.slice(at, at + 26))?.[1] ?? '';
}
