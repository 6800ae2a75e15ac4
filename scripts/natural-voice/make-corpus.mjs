// Prints lines of English text that vary widely, to compare our reading with the Python package's.
//
//   node scripts/natural-voice/make-corpus.mjs VOICE_FILES LINES [PROSE_FILE...]
//
// The same arguments give the same lines. Lines come from the templates of corpus.json, from words of the lexicons, and
// from prose files. In a template, {date} is one of the templates or words of that name, {in|by|to} one of these texts,
// {1-12} a number, {2 digits} or {2-5 digits} a text of that length, and {word capital} a word that is changed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const [folder = '.', count = '1000', ...proseFiles] = process.argv.slice(2);
const lexicon = (name) => JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString());
const gold = lexicon('lexicon_us_gold.json.gz');
const common = Object.keys(gold);
const { templates, words: lists } = JSON.parse(
  readFileSync(new URL('./corpus.json', import.meta.url), 'utf8'),
);
const words = {
  ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.split('|')])),
  common,
  tagged: common.filter((word) => typeof gold[word] === 'object'),
  rare: Object.keys(lexicon('lexicon_us_silver.json.gz')),
  phonemes: Object.values(gold).filter((phonemes) => typeof phonemes === 'string'),
  digits: [...'0123456789'],
  letters: [...'abcdefghijklmnopqrstuvwxyz'],
};

let state = 20240607;
function random(below) {
  state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
  mixed = (mixed ^ (mixed >>> 15)) >>> 0;
  return mixed % below;
}
const pick = (from) => from[random(from.length)];
const between = (low, high) => low + random(high - low + 1);

const changes = {
  capital: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  upper: (text) => text.toUpperCase(),
  first3: (text) => text.slice(0, 3),
  first4: (text) => text.slice(0, 4),
  first5: (text) => text.slice(0, 5),
  last4: (text) => text.slice(-4),
  last5: (text) => text.slice(-5),
  ordinal: (text) => text + (/1\d$/.test(text) ? 'th' : (['th', 'st', 'nd', 'rd'][text.at(-1)] ?? 'th')),
};

const expand = (template) => template.replaceAll(/\{([^{}]*)\}/g, (_, field) => fill(field));
const one = (name) => (name in templates ? expand(pick(templates[name])) : pick(words[name]));

function fill(field) {
  if (field.includes('|')) return pick(field.split('|'));
  const [first, ...rest] = field.split(' ');
  const [, low, high = low] = /^(\d+)(?:-(\d+))?$/.exec(first) ?? [];
  const number = low === undefined ? undefined : between(Number(low), Number(high));
  if (number !== undefined && rest.length > 0 && !(rest[0] in changes)) {
    const separator = ['digits', 'letters'].includes(rest[0]) ? '' : ' ';
    return Array.from({ length: number }, () => one(rest[0])).join(separator);
  }
  return rest.reduce(
    (text, change) => changes[change](text),
    number === undefined ? one(first) : `${number}`,
  );
}

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
  const line = prose.length > 0 && random(10) < 4 ? pick(prose) : one('line');
  if (line.trim() !== '') lines.add(line.replaceAll(/[\r\n]/g, ' '));
}
process.stdout.write(`${[...lines].join('\n')}\n`);
