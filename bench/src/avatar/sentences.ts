const words =
  'harbour lantern meadow engine silver window garden winter market bridge candle river thunder pocket violin orchard station copper blanket island'.split(
    ' ',
  );
const verbs = ['follows', 'carries', 'forgets', 'borrows', 'watches', 'repairs', 'answers', 'remembers'];

const pick = <T>(list: readonly T[], fallback: T): T =>
  list[Math.floor(Math.random() * list.length)] ?? fallback;

let spoken = 0;

/** A sentence that nobody has said before: no cache can know it. */
export function newSentence(): string {
  spoken += 1;
  const noun = () => pick(words, 'harbour');
  return `The ${noun()} of the ${noun()} ${pick(verbs, 'follows')} number ${spoken} by the ${noun()}, near the old ${noun()}.`;
}

/** One without a clause: one thread makes it from its beginning to its end. */
export const newPlainSentence = (): string => newSentence().replaceAll(',', '');

export const newText = (sentences: number): string =>
  Array.from({ length: sentences }, newSentence).join(' ');
