import MiniSearch from 'minisearch';
import { commonWeight, meaningOf, plainText, wordsOf } from './words.ts';

export type Match = { readonly id: string; readonly score: number };
export type Finder = {
  /** Whether a way to ask contains the word or a synonym of it. */
  isKnown(word: string): boolean;
  /** The topic that fits the question best. The score is between 0 and 1. */
  find(question: string): Match | null;
};
type AsksByTopic = Readonly<Record<string, readonly string[]>>;
/** One way to ask; `text` holds the meanings of its words. */
type Ask = { readonly id: number; readonly topic: string; readonly text: string };
/** For each word, the share of each topic's asks that contain it. */
type Usage = Map<string, Map<string, number>>;

/** The weight of a word that no topic has. It counts against every topic. */
const unknownWeight = 0.8;
/** The evidence for a topic counts half if it is as strong as the doubt. */
const doubtAtFirst = 0.3;
const doubtPerUnknown = 0.1;

/**
 * Builds a finder from examples of how people ask about each topic. It pauses after each topic, because all of them
 * together would keep other work waiting.
 */
export function* buildFinder(asksByTopic: AsksByTopic): Generator<undefined, Finder> {
  const index = new MiniSearch<Ask>({ fields: ['text'] });
  const asks: Ask[] = [];
  const usage: Usage = new Map();
  for (const [topic, examples] of Object.entries(asksByTopic)) {
    for (const line of plainText(examples.join('\n')).split('\n')) {
      const words = new Set(wordsOf(line).map(meaningOf));
      const ask = { id: asks.length, topic, text: [...words].join(' ') };
      asks.push(ask);
      index.add(ask);
      for (const word of words) addShare(usage, word, topic, 1 / examples.length);
    }
    yield;
  }
  return finderOf(index, asks, usage, Object.keys(asksByTopic).length);
}

export function createFinder(asksByTopic: AsksByTopic): Finder {
  const building = buildFinder(asksByTopic);
  let finder: Finder | undefined;
  while (finder === undefined) finder = building.next().value;
  return finder;
}

function addShare(usage: Usage, word: string, topic: string, share: number): void {
  const shares = usage.get(word) ?? new Map<string, number>();
  usage.set(word, shares.set(topic, (shares.get(topic) ?? 0) + share));
}

/**
 * The score of a topic combines two measures: how much the question resembles the closest example of the topic, and
 * how typical its words are of the topic as a whole.
 */
function finderOf(index: MiniSearch<Ask>, asks: readonly Ask[], usage: Usage, topicCount: number): Finder {
  const isKnown = (word: string) => usage.has(word) || commonWeight(word) !== undefined;
  const weights = new Map([...usage].map(([word, shares]) => [word, rarity(shares.size, topicCount)]));
  const weightOf = (word: string) => commonWeight(word) ?? weights.get(word) ?? unknownWeight;
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0);
  const askWeights = asks.map(({ text }) => weigh(text.split(' ')));

  const read = (word: string): string => {
    const meaning = meaningOf(word);
    if (isKnown(meaning)) return meaning;
    const swapped = withSwappedLetters(word).map(meaningOf).find(isKnown);
    return swapped ?? closestTerm(index, meaning) ?? meaning;
  };
  const evidenceFor = (asked: readonly string[]): ReadonlyMap<string, number> => {
    const evidence = new Map<string, number>();
    for (const word of asked) {
      const shares = usage.get(word) ?? new Map<string, number>();
      const largest = Math.max(...shares.values());
      for (const [topic, share] of shares)
        evidence.set(topic, (evidence.get(topic) ?? 0) + weightOf(word) * (share / largest));
    }
    return evidence;
  };

  return {
    isKnown: (word) => isKnown(meaningOf(word.toLowerCase())),
    find(question) {
      const asked = [...new Set(wordsOf(plainText(question)).map(read))];
      const askedWeight = weigh(asked);
      const evidence = evidenceFor(asked);
      const doubt = doubtAtFirst + doubtPerUnknown * asked.filter((word) => !isKnown(word)).length;
      let best: Match | null = null;
      for (const { id, terms } of index.search(asked.join(' '))) {
        const topic = asks[id]?.topic ?? '';
        const resemblance = (2 * weigh(terms)) / (askedWeight + (askWeights[id] ?? 0));
        const typical = evidence.get(topic) ?? 0;
        const score = resemblance > 0.999 ? 1 : (resemblance + typical / (typical + doubt)) / 2;
        if (score > (best?.score ?? 0)) best = { id: topic, score };
      }
      return best;
    },
  };
}

/** From 1 for a word of a single topic down to 0.2 for a word of all topics. */
const rarity = (topicsWithWord: number, topicCount: number): number =>
  Math.max(0.2, 1 - Math.log(topicsWithWord) / Math.log(topicCount));

/** A known word with nearly the same letters. Short words have none: "boil" is not "bill". */
function closestTerm(index: MiniSearch<Ask>, word: string): string | undefined {
  if (word.length < 5) return undefined;
  const found = index.search(word, { fuzzy: word.length >= 8 ? 2 : 1 }).flatMap(({ terms }) => terms);
  return found.find((term) => term[0] === word[0] && term.length >= Math.min(5, word.length));
}

/** "the" for "teh": swapped letters count as two errors in a search. */
const withSwappedLetters = (word: string): string[] =>
  word.length < 3
    ? []
    : Array.from({ length: word.length - 1 }, (_, at) =>
        [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join(''),
      );
