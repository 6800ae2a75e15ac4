import { normalized } from '@parley/protocol';
import tables from './knowledge/words.json' with { type: 'json' };

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Contractions, and words that a recogniser splits or spells by sound. */
// slow-regex: `DemoConversation` cuts messages to 400 characters.
const rewrites = Object.entries(tables.rewrites).map(
  ([pattern, replacement]) => [new RegExp(pattern, 'g'), replacement] as const,
);

/** Lower case, without accents, and with contractions written out. */
export function plainText(text: string): string {
  let plain = text.toLowerCase();
  for (const [pattern, replacement] of rewrites) plain = plain.replaceAll(pattern, replacement);
  return normalized(plain, 'NFKD').replaceAll(/\p{M}/gu, '');
}

export const wordsOf = (plain: string): string[] => plain.match(/[\p{L}\p{N}]+/gu) ?? [];

function stemOf(word: string): string {
  let stem = word;
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 3 && stem.endsWith('s') && !/(ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith('ing')) stem = stem.slice(0, -3);
  else if (stem.length > 5 && stem.endsWith('ed')) stem = stem.slice(0, -2);
  return stem.length > 3 ? stem.replace(/([bdglmnprt])\1$/, '$1').replace(/e$/, '') : stem;
}

/** The first word of a line stands for all the others. */
const synonyms = new Map(
  tables.synonyms.flatMap((line) => {
    const stems = line.split(' ').map(stemOf);
    return stems.map((stem): [string, string] => [stem, stems[0] ?? stem]);
  }),
);

/** The stem of a word, or of the word that stands for it. */
export const meaningOf = (word: string): string => {
  const stem = stemOf(word);
  return synonyms.get(stem) ?? stem;
};

/** Words that say little about the topic. Question words distinguish similar questions. */
const weights = new Map([
  ...tables.fillers.split(' ').map((word) => [meaningOf(word), 0.15] as const),
  ...tables.questionWords.split(' ').map((word) => [meaningOf(word), 0.4] as const),
]);

/** How much a common word says about the topic of a question. Other words are weighed by how rare they are. */
export const commonWeight = (meaning: string): number | undefined => weights.get(meaning);

const notNames = setOf(tables.notNames);

/** "I am tired" does not tell a name. */
export const canBeName = (word: string): boolean => !notNames.has(word.toLowerCase());
