import { letterName, signName } from './letters.ts';
import { cardinalWords } from './number-words.ts';
import { type Rule, reading, textAt } from './rule.ts';
import type { Token } from './token.ts';

/** Short words that people write in capitals to stress them. */
const shouted = new Set(
  'a i an and any are as at be but by can do for get go had has have he her him his how if in is it its let may me my new no nor not now of off oh ok on one or our out own put say see she so the to too two up us use very was way we who why will yes yet you your all stop never always must only wow'.split(
    ' ',
  ),
);
/** Capitals that are read as a word. */
const asWords = new Set(
  'nasa nato unesco unicef opec aids covid laser radar asap fifa ikea scuba yolo ceo'.split(' '),
);
const pronounced: Readonly<Record<string, string>> = {
  json: 'jason',
  sql: 'sequel',
  ui: 'u i',
  ux: 'u x',
  ok: 'okay',
  ceo: 'c e o',
  wifi: 'wi fi',
  hm: 'hum',
  hmm: 'hum',
  mm: 'um',
  mhm: 'um hum',
  shh: 'shush',
  wwii: 'world war two',
  wwi: 'world war one',
};
const longestWord = 30;

/** Words, capitals that are read as letters, and mixtures of letters, figures and signs. */
export const wordRule: Rule = (tokens, index) => {
  const core = textAt(tokens, index);
  const isShout = isShouting(tokens);
  if (/^[CF]#$/.test(core)) return reading([letterName(core.charAt(0)), 'sharp']);
  return reading(
    (core.match(/[A-Za-z]+(?:'[A-Za-z]+)*|\d+|[^A-Za-z\d]/g) ?? []).flatMap((part) => {
      if (/^\d/.test(part)) return cardinalWords(part);
      if (!/^[A-Za-z]/.test(part)) return core.length === 1 || /[&+@=%/#]/.test(part) ? sign(part, core) : [];
      return letters(part, isShout);
    }),
  );
};

function sign(part: string, core: string): string[] {
  // Between words a slash is a pause at most, and a hash at the front only marks a topic.
  if (core.length > 1 && (part === '/' || part === '#')) return [];
  return /[-*_~'"`()]/.test(part) ? [] : signName(part);
}

function letters(part: string, isShout: boolean): string[] {
  const small = part.toLowerCase();
  const said = Object.hasOwn(pronounced, small) ? pronounced[small] : undefined;
  if (said !== undefined) return said.split(' ').map((word) => (word === 'a' ? '_a' : word));
  const capitals = /^([A-Z]{2,})(s|'s)?$/.exec(part);
  if (capitals !== null && !isShout && isSpelled(capitals[1] ?? '')) {
    const names = [...(capitals[1] ?? '')].map(letterName);
    const last = names.pop() ?? '';
    return capitals[2] === undefined ? [...names, last] : [...names, `${last === '_a' ? 'a' : last}'s`];
  }
  return innerCapitals(part).flatMap((word) => (word.length > longestWord ? chunks(word) : [word]));
}

function isSpelled(capitals: string): boolean {
  const small = capitals.toLowerCase();
  if (shouted.has(small) || asWords.has(small)) return false;
  if (capitals.length <= 3) return true;
  return capitals.length <= 6 && (!/[aeiouy]/.test(small) || /[^aeiou]{4}/.test(small));
}

/** "YouTube" is read as two words, "McDonald" is not. */
function innerCapitals(part: string): string[] {
  if (/^(?:Mc|Mac|O')/.test(part) || !/[a-z][A-Z]/.test(part)) return [part.toLowerCase()];
  return part.split(/(?<=[a-z])(?=[A-Z])/).flatMap((word) => {
    if (/^[A-Z]{2,3}$/.test(word)) return [...word].map(letterName);
    return [word.toLowerCase()];
  });
}

/** Nothing that long is a word, so reading its beginning is enough. */
function chunks(word: string): string[] {
  return [word.slice(0, longestWord), word.slice(longestWord, 2 * longestWord)];
}

const shouting = new WeakMap<readonly Token[], boolean>();

/** If the whole text is in capitals, they say nothing about a single word. Cached, because every word needs it. */
function isShouting(tokens: readonly Token[]): boolean {
  const known = shouting.get(tokens);
  if (known !== undefined) return known;
  const words = tokens.filter(({ core }) => /[A-Za-z]{2,}/.test(core));
  const isAllCapitals = words.length > 2 && words.every(({ core }) => core === core.toUpperCase());
  shouting.set(tokens, isAllCapitals);
  return isAllCapitals;
}
