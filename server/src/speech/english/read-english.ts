import { abbreviationRule } from './abbreviation-rule.ts';
import { addressRule } from './address-rule.ts';
import { dateRule } from './date-rule.ts';
import { moneyRule } from './money-rule.ts';
import { numberRule } from './number-rule.ts';
import { romanRule } from './roman-rule.ts';
import type { Rule } from './rule.ts';
import { timeRule } from './time-rule.ts';
import { type Pause, type Token, tokenize } from './token.ts';
import { unitRule } from './unit-rule.ts';
import { wordRule } from './word-rule.ts';

/** Spoken words for some of the written words: `from` up to but not including `to`. */
export type SpokenText = {
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
  readonly pause: Pause;
};

/** The first rule that can read a token reads it. */
const rules: readonly Rule[] = [
  abbreviationRule,
  addressRule,
  dateRule,
  timeRule,
  moneyRule,
  unitRule,
  numberRule,
  romanRule,
  wordRule,
];

/** Turns written English into spoken words. Never throws. Text without a sound in English gives no words. */
export function readEnglish(written: readonly string[]): SpokenText[] {
  const tokens = tokenize(written);
  const spoken: SpokenText[] = [];
  for (let index = 0; index < tokens.length; ) {
    const { taken, words, ownsDot } = apply(tokens, index);
    const first = tokens[index];
    const last = tokens[index + taken - 1];
    index += taken;
    if (first === undefined || last === undefined) break;
    const pause = ownsDot ? last.pauseWithoutDot : last.pause;
    spoken.push({ from: first.source, to: last.source + 1, words: words.filter(isSayable), pause });
  }
  return spoken;
}

function apply(tokens: readonly Token[], index: number) {
  for (const rule of rules) {
    const found = rule(tokens, index);
    if (found !== undefined && found.taken > 0) return found;
  }
  return { taken: 1, words: [], ownsDot: false };
}

function isSayable(word: string): boolean {
  return word === ',' || word === '_a' || /^[a-z]+(?:'[a-z]+)*$/.test(word);
}
