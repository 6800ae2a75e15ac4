// Prints lines of English text that vary widely, to compare our reading with the Python package's.
//
//   node scripts/natural-voice/make-corpus.mjs VOICE_FILES LINES [PROSE_FILE...]
//
// The same arguments give the same lines. Lines come from templates, from words of the lexicons, and from prose files.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as w from './corpus-words.mjs';

const [folder = '.', count = '1000', ...proseFiles] = process.argv.slice(2);
const lexicon = (name) => JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString());
const gold = lexicon('lexicon_us_gold.json.gz');
const common = Object.keys(gold);
const tagged = common.filter((word) => typeof gold[word] === 'object');
const rare = Object.keys(lexicon('lexicon_us_silver.json.gz'));

let state = 20240607;
function random(below) {
  state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
  mixed = (mixed ^ (mixed >>> 15)) >>> 0;
  return mixed % below;
}
const pick = (from) => from[random(from.length)];
const digits = (length) => Array.from({ length }, () => random(10)).join('');
const upTo = (most) => String(random(most));
const grouped = () => Number(digits(4 + random(7))).toLocaleString('en-US');
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const ordinal = (number) =>
  number + (number % 100 > 10 && number % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'));

function unknownWord() {
  const kinds = [
    () => pick(rare).slice(0, 4) + pick(common).slice(-4),
    () => `${capital(pick(rare).slice(0, 3))}${pick(rare).slice(-5)}`,
    () =>
      `${pick(common)}${pick(['ify', 'ness', 'able', 'ize', 'oid', 'ware', 'ish', 'gate', 's', 'ed', 'ing', "'s", 'er', 'ly'])}`,
    () => `${pick(common)}${capital(pick(common))}`,
    () =>
      pick(common)
        .toUpperCase()
        .slice(0, 2 + random(4)),
    () => Array.from({ length: 2 + random(9) }, () => pick([...'abcdefghijklmnopqrstuvwxyz'])).join(''),
    () => `${pick(common)}${random(100)}`,
  ];
  return pick(kinds)();
}

function word() {
  return pick([
    () => pick(common),
    () => pick(common),
    () => pick(tagged),
    () => pick(rare),
    () => pick(w.heteronyms),
    unknownWord,
  ])();
}

const clock = () =>
  pick([
    () =>
      `${1 + random(12)}:${pick(['00', '05', '15', '30', '45', digits(2)])}${pick(['', 'am', ' am', 'pm', ' p.m.', ' a.m.', 'AM', ' PM'])}`,
    () => `${1 + random(12)}${pick(['am', ' am', 'pm', ' p.m.', 'PM', " o'clock"])}`,
    () => `${random(24)}:${digits(2)}${pick(['', ':30', ' GMT', 'h'])}`,
  ])();
const date = () =>
  pick([
    () => `${1 + random(12)}/${1 + random(31)}/${pick(['19', '20'])}${digits(2)}`,
    () => `${1 + random(12)}/${1 + random(31)}/${digits(2)}`,
    () => `${pick(['19', '20'])}${digits(2)}-0${1 + random(9)}-${10 + random(20)}`,
    () => `${pick(w.months)} ${1 + random(31)}, ${pick(['1', '19', '20', '20'])}${digits(2)}`,
    () => `${pick(w.months)} ${ordinal(1 + random(31))}`,
    () => `the ${ordinal(1 + random(31))} of ${pick(w.months)}`,
    () => `${1 + random(31)} ${pick(w.months)} ${pick(['19', '20'])}${digits(2)}`,
    () => `${pick(w.months)} ${pick(['18', '19', '20'])}${digits(2)}`,
    () => `${1 + random(31)}.${1 + random(12)}.20${digits(2)}`,
    () => `the ${pick(['19', "'", '’', '20'])}${random(10)}0${pick(['s', "'s", '’s'])}`,
  ])();
const money = () =>
  `${pick(['$', '$', '$', '£', '€', '¥', '₹', '₩', 'Rs. ', 'Rs', 'USD ', 'US$', '-$', 'EUR '])}${pick([
    upTo(100),
    grouped(),
    `${upTo(50)}.${digits(2)}`,
    `0.${digits(2)}`,
    `${upTo(9)}.${digits(1)}`,
    '1',
    '1.00',
    '1.01',
    `${grouped()}.${digits(2)}`,
  ])}${pick(['', '', '', '', ' million', ' billion', 'M', 'k', 'bn', 'B', '/month', ' per hour', '-a-day', ' USD'])}`;
const number = () =>
  pick([
    () => upTo(10),
    () => upTo(1000),
    grouped,
    () => digits(1 + random(14)),
    () => `${upTo(100)}.${digits(1 + random(5))}`,
    () => `.${digits(2)}`,
    () => `-${upTo(100)}`,
    () => `+${upTo(100)}`,
    () => ordinal(random(150)),
    () => `${upTo(100)}%`,
    () => `${upTo(10)}.${digits(1)}%`,
    () => `${upTo(20)}-${20 + random(50)}`,
    () => `${upTo(20)}–${20 + random(50)}`,
    () => `${1 + random(9)}/${2 + random(9)}`,
    () => `${1 + random(9)} ${1 + random(3)}/${2 + random(7)}`,
    () => `#${upTo(100)}`,
    () => `No. ${upTo(20)}`,
    () => `${upTo(20)}x`,
    () => `${upTo(10)}x${upTo(10)}`,
    () => `${upTo(9)}e${upTo(9)}`,
    () => `0${digits(3)}`,
    () => `1${digits(3)}`,
    () => `20${digits(2)}`,
    () => `${upTo(300)}.${upTo(300)}.${upTo(300)}.${upTo(300)}`,
    () => `${upTo(9)}:${upTo(9)}`,
    () => `${digits(2)}s`,
    () => `${upTo(5000)}${pick(['k', 'K', 'M', 'bn', 'th', 'st'])}`,
  ])();
const phone = () =>
  pick([
    () => `(${200 + random(700)}) ${digits(3)}-${digits(4)}`,
    () => `${200 + random(700)}-${digits(3)}-${digits(4)}`,
    () => `+1 ${digits(3)} ${digits(3)} ${digits(4)}`,
    () => `1-800-${digits(3)}-${digits(4)}`,
    () => `+49 30 ${digits(7)}`,
    () => `${digits(3)}.${digits(3)}.${digits(4)}`,
    () => `${digits(3)}-${digits(4)}`,
    () => `555-0199`,
  ])();
const measure = () =>
  `${pick([upTo(100), '1', `${upTo(10)}.${digits(1)}`, grouped(), '0', '1.0', '-5'])}${pick(['', ' ', ' ', '-'])}${pick(w.units)}`;
const roman = () => `${pick(w.romanHeads)} ${pick(w.romans)}`;
const name = () =>
  pick([
    () => pick(w.firstNames),
    () => `${pick(w.firstNames)} ${pick(w.lastNames)}`,
    () => pick(w.places),
  ])();
const special = () =>
  pick([
    () => pick(w.acronyms),
    () => pick(w.addresses),
    () => pick(w.abbreviations),
    () => pick(w.emoji),
    () => pick(w.otherScripts),
    () => pick(w.hyphenated),
    () => pick(w.contractions),
    () => pick(w.punctuated),
    () => pick(w.things),
    unknownWord,
    () => `[${pick(common)}](/${pick(Object.values(gold).filter((p) => typeof p === 'string'))}/)`,
    () => `[${pick(common)}](${pick(['+1', '-1', '+2', '-2', '0.5', '#s#', 'http://a.b', ''])})`,
    () => `${pick(common)}'s`,
    () => `${capital(pick(common))}s'`,
    () => pick(common).toUpperCase(),
    () => capital(pick(common)),
    () => `${pick(common)}-${pick(common)}`,
    () => `${pick(common)}/${pick(common)}`,
    () => `${pick(common)}_${pick(common)}`,
  ])();
const chunk = () =>
  pick([clock, date, money, number, phone, measure, roman, name, special, special, special])();

const frames = [
  () => `The ${word()} was ${word()} at ${chunk()}.`,
  () =>
    `I ${pick(['need', 'have', 'read', 'want', 'used', 'live with', 'record'])} ${pick(['a', 'an', 'the', 'some'])} ${word()} ${pick(['in', 'by', 'to', 'on', 'for'])} ${chunk()}.`,
  () =>
    `${name()} ${pick(['said', 'paid', 'has been', 'lives in', 'used to', 'will'])} ${chunk()} ${pick(['', 'and', 'or', 'but'])} ${chunk()}.`,
  () => `${chunk()}`,
  () => `Is it ${chunk()}?`,
  () => `${capital(word())}, ${word()} ${word()} ${word()}!`,
  () => `It costs ${money()}, or ${money()} for ${measure()}.`,
  () => `We meet on ${date()} at ${clock()}, ${pick(['OK', 'okay', 'right', 'please'])}?`,
  () => `Call ${phone()} before ${clock()} ${pick(['EST', 'today', `on ${date()}`])}.`,
  () =>
    `${pick(['To', 'The', 'A', 'An', 'In', 'By', 'I', 'That'])} ${word()} ${pick(['to', 'the', 'a', 'in', 'by', 'that', 'used to'])} ${chunk()}`,
  () =>
    `${pick(['She', 'They', 'You', 'He', 'We'])} ${pick(['will', 'can', 'must', 'did', 'have', 'to', "don't", 'are', 'was'])} ${pick(tagged)} the ${pick(tagged)} ${pick(['of', 'to', 'in'])} the ${pick(tagged)}.`,
  () =>
    `My ${pick(w.heteronyms)} ${pick(w.heteronyms)} ${pick(w.heteronyms)} ${word()} ${pick(w.heteronyms)}${pick(['.', '?', '', ',', '…'])}`,
  () => `${pick(w.chat)}`,
  () => `${pick(w.chat)} ${pick(w.chat)}`,
  () => `${pick(w.chat).toUpperCase()}`,
  () => `${unknownWord()} ${unknownWord()} ${unknownWord()}`,
  () =>
    `${pick(['“', '"', '(', "'", '‘', '[', '*'])}${chunk()} ${word()}${pick(['”', '"', ')', "'", '’', ']', '*'])} ${word()} ${chunk()}${pick(['.', '!', '?', ' …', ' -', ';', ':'])}`,
  () =>
    `${word()} ${chunk()}${pick([' ', ', ', ' - ', ' — ', '; ', ': ', '/', '-', '—', '...', '. ', '\t', '  ', '\u00a0'])}${chunk()} ${word()}`,
  () =>
    `There are ${number()} ${word()} and ${number()} ${word()} in ${pick(['', 'Chapter ', ''])}${number()}.`,
  () => `${pick(w.emoji)} ${capital(word())} ${chunk()} ${pick(w.emoji)}`,
  () => Array.from({ length: 3 + random(8) }, () => pick([word, word, word, chunk])()).join(' '),
];

function sentences(file) {
  const text = readFileSync(file, 'utf8').replaceAll(/```[\s\S]*?```/g, ' ');
  return text
    .split(/\n\s*\n|\n(?=[-*#>|])/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?]) (?=[A-Z])/))
    .filter((line) => line.length > 12 && line.length < 260 && /[a-z]{3}/.test(line));
}
const prose = [...new Set(proseFiles.flatMap(sentences))];

const lines = new Set();
while (lines.size < Number(count)) {
  const line = prose.length > 0 && random(10) < 4 ? pick(prose) : pick(frames)();
  if (line.trim() !== '') lines.add(line.replaceAll(/[\r\n]/g, ' '));
}
process.stdout.write(`${[...lines].join('\n')}\n`);
