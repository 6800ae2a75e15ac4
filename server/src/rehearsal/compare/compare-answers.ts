import type { AnswerTag } from './answer.ts';
import { tagText } from './judge-answer.ts';
import { splitWords } from './word-changes.ts';

/** One side of a comparison. Tags are lines as `tagLine` makes them. */
export type ComparedSide = {
  readonly problem: string | null;
  /** Null if nothing was said before the visitor went on. */
  readonly words: string | null;
  /** Null if they are not known. */
  readonly tags: readonly string[] | null;
};

export type Differences = {
  /** Other words, other tags, or an answer on one side only. */
  readonly different: boolean;
  readonly wordsDiffer: boolean;
  readonly tagsDiffer: boolean;
};

/** What differs between two answers to the same question. What is unknown on one side does not differ. */
export function compareAnswers(before: ComparedSide, after: ComparedSide): Differences {
  const [failed, failsNow] = [before.problem !== null, after.problem !== null];
  if (failed || failsNow) return { different: failed !== failsNow, wordsDiffer: false, tagsDiffer: false };
  const wordsDiffer =
    before.words !== null &&
    after.words !== null &&
    splitWords(before.words).join(' ') !== splitWords(after.words).join(' ');
  const tagsDiffer =
    before.tags !== null && after.tags !== null && before.tags.join('\n') !== after.tags.join('\n');
  return { different: wordsDiffer || tagsDiffer, wordsDiffer, tagsDiffer };
}

/** A tag in one line. Tags that say the same have the same line, whatever the order of their fields. */
export const tagLine = ({ name, attributes, json }: AnswerTag): string =>
  tagText({
    name,
    attributes: Object.fromEntries(Object.entries(attributes).toSorted(byName)),
    json: sortedJson(json),
  }).replaceAll(/\s+/g, ' ');

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

function sortedJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortedJson);
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(byName)
      .map(([name, inner]) => [name, sortedJson(inner)]),
  );
}
