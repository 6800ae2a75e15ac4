import {
  moneyRules,
  type Names,
  numberSigns,
  phoneNumbers,
  plusSigns,
  ranges,
  unitRules,
} from './amounts.ts';
import { dateRules, fractions, times } from './dates.ts';
import { MappedText, type Rule } from './mapped-text.ts';
import { abbreviationRule, romanRules, titleRule } from './names.ts';
import { apostrophes, spaces, spacesBeforeMarks, symbolRule } from './symbols.ts';

export { dateText, isDay, monthNames } from './dates.ts';
export { MappedText, type Rule } from './mapped-text.ts';
export { abbreviationRule } from './names.ts';
export { amount, anyOf, freeAfter } from './patterns.ts';

/** The tables of English: our own, or those of the natural voice's package. */
export type NormalizerData = {
  readonly months: Readonly<Record<string, string>>;
  readonly titles: Readonly<Record<string, string>>;
  readonly abbreviations: Readonly<Record<string, string>>;
  readonly units: Names;
  readonly symbols: Readonly<Record<string, string>>;
  readonly currency: Names;
  readonly scales?: Readonly<Record<string, string>>;
  readonly roman_cardinal: readonly string[];
  readonly roman_ordinal: readonly string[];
};

/** Writes out text that is not read as it is written: times, dates, money, units, abbreviations, symbols. */
export class Normalizer {
  readonly #rules: readonly Rule[];

  /** The rules in `first` are applied before all others. */
  constructor(data: NormalizerData, first: readonly Rule[] = []) {
    this.#rules = [
      ...first,
      apostrophes,
      ...spaces,
      times,
      ...dateRules(data.months),
      ...moneyRules(data.currency, data.scales),
      ...unitRules(data.units),
      phoneNumbers,
      ...numberSigns,
      fractions,
      ranges,
      plusSigns,
      titleRule(data.titles),
      abbreviationRule(data.abbreviations),
      ...romanRules(data.roman_cardinal, data.roman_ordinal),
      symbolRule(data.symbols),
      ...spaces,
      spacesBeforeMarks,
    ];
  }

  normalize(text: string): MappedText {
    return this.#rules.reduce((mapped, rule) => mapped.apply(rule), new MappedText(text));
  }
}
