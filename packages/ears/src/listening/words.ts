import { normalized } from '@parley/protocol/wire';

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Words for comparison, without case, accents or punctuation. In scripts without spaces each character is a word. */
export function wordsOf(text: string): string[] {
  return normalized(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .replace(unspaced, ' $& ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** True if both could be the same word, one of them misheard. */
export function soundsLike(one: string, other: string): boolean {
  if (one === other) return true;
  const longest = Math.max(one.length, other.length);
  const allowed = longest >= 8 ? 2 : longest >= 5 ? 1 : 0;
  return Math.abs(one.length - other.length) <= allowed && editsBetween(one, other) <= allowed;
}

function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
