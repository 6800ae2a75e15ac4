import { editDistance } from '../kernel/index.ts';

/** " Did you mean …?" with the closest known word; empty if none is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  const plain = word.replace(/^-+/, '');
  const limit = plain.length > 4 ? 2 : 1;
  const [closest] = known
    .map((candidate) => ({ candidate, apart: editDistance(plain, candidate.replace(/^-+/, ''), limit) }))
    .filter(({ apart }) => apart <= limit)
    .toSorted((a, b) => a.apart - b.apart);
  const longer = known.find(
    (candidate) => plain.length > 2 && candidate.replace(/^-+/, '').startsWith(plain),
  );
  const found = closest?.candidate ?? longer;
  return found === undefined ? '' : ` Did you mean "${found}"?`;
}
