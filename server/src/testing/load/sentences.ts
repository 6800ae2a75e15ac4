const words =
  'harbour lantern meadow engine silver window garden winter market bridge candle river thunder pocket violin orchard station copper blanket island'.split(
    ' ',
  );
const verbs = ['follows', 'carries', 'forgets', 'borrows', 'watches', 'repairs', 'answers', 'remembers'];

const pick = <T>(list: readonly T[], fallback: T): T =>
  list[Math.floor(Math.random() * list.length)] ?? fallback;

let spoken = 0;

/** A sentence that was never used before, so no cache has it. */
export function newSentence(): string {
  spoken += 1;
  const noun = () => pick(words, 'harbour');
  return `The ${noun()} of the ${noun()} ${pick(verbs, 'follows')} number ${spoken} by the ${noun()}, near the old ${noun()}.`;
}

/** A sentence without clauses, so that one thread makes all of it. */
export const newPlainSentence = (): string => newSentence().replaceAll(',', '');

export const newText = (sentences: number): string =>
  Array.from({ length: sentences }, newSentence).join(' ');
