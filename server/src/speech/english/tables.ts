import type { NormalizerData } from './normalize/index.ts';
import normalizeTables from './normalize-tables.json' with { type: 'json' };
import wordTables from './word-tables.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

/** Our tables of English. The natural voice has its package's. */
export const normalizerData = normalizeTables as unknown as NormalizerData;

const mapOf = (texts: Texts): ReadonlyMap<string, string> => new Map(Object.entries(texts));

/** Signs that have a meaning when read aloud. Faces and decoration are not spoken: people do not read them out. */
export const symbolNames = mapOf(normalizerData.symbols);
/** Letters that Unicode does not decompose into a Latin letter and its marks. */
export const foldedLetters = mapOf(wordTables.foldedLetters);
export const signNames = mapOf(wordTables.signNames);
export const pronouncedLike = mapOf(wordTables.pronouncedLike);
/** Short words that people write in capitals to stress them. */
export const emphasisedInCapitals: ReadonlySet<string> = new Set(wordTables.emphasisedInCapitals);
export const acronymsReadAsWords: ReadonlySet<string> = new Set(wordTables.acronymsReadAsWords);
export const spelledDomainEndings: ReadonlySet<string> = new Set(wordTables.spelledDomainEndings);
/** Whether the full stop of a word belongs to an abbreviation: "Dr.", "U.S." */
export const isAbbreviation = (word: string): boolean =>
  Object.hasOwn(normalizerData.abbreviations, word) || /^(?:[A-Za-z]\.)+$/.test(word);
/** Abbreviations that would be taken for fractions or for two words. */
export const slashed: Texts = wordTables.slashed;
