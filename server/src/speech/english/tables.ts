import abbreviationTables from './tables/abbreviations.json' with { type: 'json' };
import knownWordTables from './tables/known-words.json' with { type: 'json' };
import pronunciationTable from './tables/pronunciations.json' with { type: 'json' };
import symbolTables from './tables/symbols.json' with { type: 'json' };

type Texts = Readonly<Record<string, string>>;

const mapOf = (texts: Texts): ReadonlyMap<string, string> => new Map(Object.entries(texts));

/** Signs that have a meaning when read aloud. Faces and decoration are not spoken: people do not read them out. */
export const symbolNames = mapOf(symbolTables.symbols);
/** Letters that Unicode does not decompose into a Latin letter and its marks. */
export const foldedLetters = mapOf(symbolTables.foldedLetters);
export const signNames = mapOf(symbolTables.signNames);
/** Short words that people write in capitals to stress them. */
export const emphasisedInCapitals: ReadonlySet<string> = new Set(knownWordTables.emphasisedInCapitals);
/** Names, acronyms that are said as words, and words from other languages, with their ARPAbet phones. */
export const pronunciations = mapOf(pronunciationTable);

const abbreviations: ReadonlySet<string> = new Set(
  [
    ...Object.keys(abbreviationTables.titles),
    ...Object.keys(abbreviationTables.days),
    ...Object.keys(abbreviationTables.months),
  ].map((short) => `${short}.`),
);

/** Whether the full stop of a word belongs to an abbreviation: "Dr.", "U.S." */
export const isAbbreviation = (word: string): boolean =>
  abbreviations.has(word) ||
  Object.hasOwn(abbreviationTables.abbreviations, word) ||
  /^(?:[A-Za-z]\.)+$/.test(word);
