import { abbreviations, romanNumerals, titleNames } from './abbreviations.ts';
import { addresses } from './addresses.ts';
import { accounts, codes, postalCodes } from './codes.ts';
import { calendarNames, dates, years } from './dates.ts';
import { initials, knownWords, shouting, spelledCapitals } from './known-words.ts';
import { MappedText, type Rule } from './mapped-text.ts';
import { money, scaledCounts } from './money.ts';
import { fractions, numbers, versions } from './numbers.ts';
import { decoration, plainSigns, spaces, spacesBeforeMarks, symbols } from './symbols.ts';
import { telephone } from './telephone.ts';
import { halfDay, times } from './times.ts';
import { measures } from './units.ts';

export { isDay, monthNames } from './dates.ts';
export type { MappedText, Rule } from './mapped-text.ts';

/** Each rule reads what the rules before it have left. */
const rules: readonly Rule[] = [
  ...plainSigns,
  ...spaces,
  ...decoration,
  shouting,
  addresses,
  ...romanNumerals,
  titleNames,
  abbreviations,
  knownWords,
  ...accounts,
  ...calendarNames,
  ...dates,
  ...times,
  ...years,
  ...money,
  scaledCounts,
  ...postalCodes,
  ...telephone,
  ...versions,
  ...measures,
  ...fractions,
  ...codes,
  ...numbers,
  initials,
  halfDay,
  spelledCapitals,
  symbols,
  ...spaces,
  spacesBeforeMarks,
];

/**
 * Writes English out as it is said: times, dates, money, numbers, addresses, abbreviations and symbols become words. A
 * word after `spellSign` is spelled. Never throws.
 */
export function writeOut(text: string): MappedText {
  return rules.reduce((mapped, rule) => mapped.apply(rule), new MappedText(text));
}
