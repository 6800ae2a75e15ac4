import { closestWord } from '../../kernel/index.ts';
import { fixedWeight, meaningOf, plainWords } from './words.ts';

export type Match<Id extends string = string> = { readonly id: Id; readonly score: number };
export type Matcher<Id extends string> = {
  /** All topics that share a word with the text, best first. The score is between 0 and 1. */
  match(text: string): readonly Match<Id>[];
};

type Words = ReadonlySet<string>;
type Example<Id> = { readonly id: Id; readonly words: Words };

/** For a word that no example has. It counts against every topic, but one new word does not spoil a clear question. */
const unknownWeight = 0.5;
/** "Who" and "you" are in many examples and typical of no topic. */
const commonWordShare = 0.7;
/** The evidence for a topic counts half if it is as strong as the doubt. */
const doubtAtFirst = 0.3;
const doubtPerUnknown = 0.1;

/**
 * Finds the topic of a question by examples of how people ask. The score combines two measures: how much the question
 * resembles the closest example of the topic, and how typical its words are of the topic as a whole.
 */
export function createMatcher<Id extends string>(
  topics: Readonly<Record<Id, readonly string[]>>,
): Matcher<Id> {
  const ids = Object.keys(topics) as Id[];
  const examples: Example<Id>[] = ids.flatMap((id) =>
    topics[id].map((text) => ({ id, words: new Set(plainWords(text).map(meaningOf)) })),
  );
  const usage = wordUsage(examples);
  const weights = new Map(
    [...usage].map(([word, byTopic]) => [word, fixedWeight(word) ?? rarity(byTopic.size, ids.length)]),
  );
  const weightOf = (word: string) => weights.get(word) ?? fixedWeight(word) ?? unknownWeight;
  const weigh = (words: Iterable<string>) => {
    let sum = 0;
    for (const word of words) sum += weightOf(word);
    return sum;
  };
  const examplesWithWeight = examples.map((example) => ({ ...example, weight: weigh(example.words) }));
  const writtenWords = new Set(ids.flatMap((id) => topics[id].flatMap(plainWords)));
  const isKnown = (meaning: string) => weights.has(meaning) || fixedWeight(meaning) !== undefined;
  const read = (text: string) =>
    new Set(
      plainWords(text).map((word) => {
        const meaning = meaningOf(word);
        return isKnown(meaning) ? meaning : meaningOf(closestWord(word, writtenWords) ?? word);
      }),
    );

  return {
    match(text) {
      const asked = read(text);
      const askedWeight = weigh(asked);
      if (askedWeight === 0) return [];
      const resemblance = new Map<Id, number>();
      for (const { id, words, weight } of examplesWithWeight) {
        const shared = weigh(asked.intersection(words));
        const score = (2 * shared) / (askedWeight + weight);
        if (score > (resemblance.get(id) ?? 0)) resemblance.set(id, score);
      }
      const evidence = (id: Id) => {
        let [sum, doubt] = [0, doubtAtFirst];
        for (const word of asked) {
          const weight = weightOf(word) * (fixedWeight(word) === undefined ? 1 : commonWordShare);
          sum += weight * shareOf(usage.get(word), id);
          if (!isKnown(word)) doubt += doubtPerUnknown;
        }
        return sum / (sum + doubt);
      };
      return [...resemblance]
        .map(([id, score]) => ({ id, score: score === 1 ? 1 : (score + evidence(id)) / 2 }))
        .toSorted((a, b) => b.score - a.score);
    },
  };
}

/** For each word, the share of each topic's examples that contain it. */
function wordUsage<Id extends string>(examples: readonly Example<Id>[]): Map<string, Map<Id, number>> {
  const counts = new Map<Id, number>();
  for (const { id } of examples) counts.set(id, (counts.get(id) ?? 0) + 1);
  const usage = new Map<string, Map<Id, number>>();
  for (const { id, words } of examples) {
    for (const word of words) {
      const byTopic = usage.get(word) ?? new Map<Id, number>();
      byTopic.set(id, (byTopic.get(id) ?? 0) + 1 / (counts.get(id) ?? 1));
      usage.set(word, byTopic);
    }
  }
  return usage;
}

/** 1 for the topic that uses the word most, less for others. */
function shareOf<Id>(byTopic: ReadonlyMap<Id, number> | undefined, id: Id): number {
  if (byTopic === undefined) return 0;
  return (byTopic.get(id) ?? 0) / Math.max(...byTopic.values());
}

/** From 1 for a word of a single topic down to 0.2 for a word of all topics. */
const rarity = (topicsWithWord: number, topics: number): number =>
  Math.max(0.2, 1 - Math.log(topicsWithWord) / Math.log(topics));
