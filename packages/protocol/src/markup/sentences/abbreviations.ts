/** A full stop after these never ends a sentence. */
const neverEndSentence: ReadonlySet<string> = new Set(
  (
    'dr mr mrs ms prof st mt gen rep sen gov pres lt col sgt capt cpt maj rev hon fr hr sr sra dra mme mlle ' +
    'vs cf approx ca bzw nr str tel e.g i.e z.b d.h u.a o.ä p.s n.b'
  ).split(' '),
);

/** A full stop after these ends a sentence, unless the next word is a number or begins with a small letter. */
const sometimesEndSentence: ReadonlySet<string> = new Set(
  (
    'etc usw inc ltd co corp bros jr dept est no fig vol pp ed eds art sec ch ext min max avg ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun'
  ).split(' '),
);

export const maxAbbreviationLength = 8;

/** What a full stop does: `cut` the sentence, `wait` for the next word, or `keep` going. */
export type StopAction = 'cut' | 'wait' | 'keep';

/** What a full stop after this word does. */
export function stopActionAfter(word: string): StopAction {
  if (word.length > maxAbbreviationLength) return 'cut';
  const lower = word.toLowerCase();
  if (neverEndSentence.has(lower)) return 'keep';
  if (sometimesEndSentence.has(lower)) return 'wait';
  if (word.length === 1) return word !== 'I' && lower !== word.toUpperCase() ? 'keep' : 'cut';
  return isDottedLetters(word) ? 'wait' : 'cut';
}

function isDottedLetters(word: string): boolean {
  return word.length % 2 === 1 && [...word].every((letter, index) => (letter === '.') === (index % 2 === 1));
}
