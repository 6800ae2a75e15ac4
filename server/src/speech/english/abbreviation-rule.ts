import { letterName } from './letters.ts';
import { type Rule, textAt } from './rule.ts';

/** Read in full only with a dot after them. */
const dottedWords: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'misses',
  ms: 'miz',
  dr: 'doctor',
  prof: 'professor',
  st: 'saint',
  jr: 'junior',
  sr: 'senior',
  vs: 'versus',
  etc: 'et cetera',
  approx: 'approximately',
  dept: 'department',
  est: 'established',
  inc: 'incorporated',
  ltd: 'limited',
  co: 'company',
  corp: 'corporation',
  no: 'number',
  fig: 'figure',
  vol: 'volume',
  ch: 'chapter',
  sec: 'section',
  min: 'minutes',
  max: 'maximum',
  tel: 'telephone',
  ave: 'avenue',
  blvd: 'boulevard',
  rd: 'road',
  mt: 'mount',
  gen: 'general',
  gov: 'governor',
  sen: 'senator',
  rep: 'representative',
  rev: 'reverend',
  capt: 'captain',
  lt: 'lieutenant',
  sgt: 'sergeant',
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  jan: 'january',
  feb: 'february',
  mar: 'march',
  apr: 'april',
  aug: 'august',
  sep: 'september',
  sept: 'september',
  oct: 'october',
  nov: 'november',
  dec: 'december',
};
/** These are also real words. They are abbreviations only before a number. */
const beforeNumbers = new Set(['no', 'fig', 'ch', 'sec']);
/** These are also real words. They are abbreviations only with a capital letter. */
const capitalised = new Set(['mar', 'sat', 'mon', 'wed', 'gen', 'co', 'rep', 'sun', 'dec', 'jan']);
const alwaysExpanded: Readonly<Record<string, string>> = {
  vs: 'versus',
  etc: 'et cetera',
  mr: 'mister',
  mrs: 'misses',
  dr: 'doctor',
  'w/': 'with',
  'w/o': 'without',
  'c/o': 'care of',
  'and/or': 'and or',
  'n/a': 'not applicable',
  '24/7': 'twenty four seven',
};
const said: Readonly<Record<string, string>> = {
  'e.g': 'for example',
  'i.e': 'that is',
  'a.k.a': 'also known as',
};

export const abbreviationRule: Rule = (tokens, index) => {
  const token = tokens[index];
  if (token === undefined) return undefined;
  const small = token.core.toLowerCase();
  if (Object.hasOwn(said, small)) return { taken: 1, words: (said[small] ?? '').split(' '), ownsDot: true };
  if (/^(?:[a-z]\.)+[a-z]$/.test(small)) {
    return { taken: 1, words: small.split('.').map(letterName), ownsDot: true };
  }
  const dotted = token.dotted && Object.hasOwn(dottedWords, small) ? dottedWords[small] : undefined;
  const counts = !beforeNumbers.has(small) || /^\d/.test(textAt(tokens, index + 1));
  const named = !capitalised.has(small) || /^[A-Z]/.test(token.core);
  if (dotted !== undefined && counts && named) {
    return {
      taken: 1,
      words: (streetOr(dotted, tokens[index - 1]?.core) ?? dotted).split(' '),
      ownsDot: true,
    };
  }
  const always = Object.hasOwn(alwaysExpanded, small) ? alwaysExpanded[small] : undefined;
  return always === undefined ? undefined : { taken: 1, words: always.split(' ') };
};

/** "St." means street after a name and saint before a name. */
function streetOr(word: string, before: string | undefined): string | undefined {
  return word === 'saint' && before !== undefined && /^[A-Z]/.test(before) ? 'street' : undefined;
}
