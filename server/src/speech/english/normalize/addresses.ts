import { withoutTrailing } from '@parley/protocol/wire';
import { signName } from '../letters.ts';
import { cardinalText, digitText, yearText } from '../number-words.ts';
import tables from '../tables/addresses.json' with { type: 'json' };
import { isSpelled, knownWord, spell } from './known-words.ts';
import type { Rule } from './mapped-text.ts';
import { anyOf } from './patterns.ts';

const files: ReadonlyMap<string, string> = new Map(Object.entries(tables.files));
const saidEndings: ReadonlySet<string> = new Set(tables.endingsSaidAsWords);
const longest = 80;

const mail = /^(?:mailto:)?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+$/;
const web = /^(?:https?:\/\/|www\.)\S+$/i;
// slow-regex: `rewrite` cuts the address first.
const host = new RegExp(
  `^(?:[A-Za-z\\d-]{2,63}\\.){1,4}(?:${anyOf(tables.topLevels)})(?::\\d{1,5})?(?:/\\S*)?$`,
);
const machine = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?:\/\S*)?$/;
const path = /^(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\][\w.@-]+)+[/\\]?$/;
const dotFile = /^\.[a-z]{2,14}$/;
const scoped = /^@[\w-]+(?:\/[\w.-]+)?$/;
const hashtag = /^#\p{L}[\p{L}\p{N}_]*$/u;
const flag = /^--?[a-z][a-z-]*$/;
const identifier = /^(?:[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+|[a-z]{2,}(?:[A-Z][a-z\d]+)+)$/;

/** Web and mail addresses, file names, paths, handles, hashtags and names of programs, as people say them. */
export const addresses: Rule = {
  pattern: /\S+/g,
  rewrite: ([found = '']) => {
    if (found.includes('](/')) return null;
    const [opening = ''] = /^[("'<[]*/.exec(found) ?? [];
    const bare = found.slice(opening.length).replace('()', '');
    const address = withoutTrailing(bare, '.,;:!?)"\'>]').slice(0, 4 * longest);
    const spoken = knownWord(address) === undefined ? addressText(address) : null;
    return spoken === null ? null : opening + spoken + bare.slice(address.length);
  },
};

function addressText(address: string): string | null {
  if (mail.test(address) || web.test(address) || host.test(address) || machine.test(address)) {
    const [shown = ''] = address.replace(/^(?:https?:\/\/|mailto:)/i, '').split(/[?#]/, 1);
    return say(withoutTrailing(shown, '/').slice(0, longest));
  }
  const shown = address.slice(0, longest);
  if (hashtag.test(shown)) return `hashtag ${say(shown.slice(1))}`;
  if ([scoped, path, flag, dotFile].some((kind) => kind.test(shown)) || isFile(shown)) return say(shown);
  return identifier.test(shown) ? say(shown.replaceAll('_', ' ')).trim() : null;
}

function isFile(name: string): boolean {
  const [, ending = ''] = /^[\w./\\-]*[\w-]\.([A-Za-z\d]{1,5})$/.exec(name) ?? [];
  return files.has(ending.toLowerCase()) && !/^\d+\.\d/.test(name);
}

/** Each part by its name: words, numbers, signs. Two letters at the end of a host are spelled. */
function say(address: string): string {
  const parts = address.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^A-Za-z\d]/g) ?? [];
  return parts
    .map((part, index) => {
      const isEnding = parts[index - 1] === '.' && ['/', ':', undefined].includes(parts[index + 1]);
      if (/^\d/.test(part)) return numberIn(part);
      return /^[A-Za-z]/.test(part) ? wordIn(part, isEnding) : signName(part).join(' ');
    })
    .filter((word) => word !== '')
    .join(' ');
}

function wordIn(part: string, isEnding: boolean): string {
  const small = part.toLowerCase();
  const file = isEnding && !saidEndings.has(small) ? files.get(small) : undefined;
  if (file !== undefined) return file;
  if (small === 'www' || (isEnding && small.length < 4 && !saidEndings.has(small))) return spell(small);
  const known = knownWord(part);
  if (known !== undefined) return known;
  return small.length === 1 || (small.length < 5 && !/[aeiouy]/.test(small) && isSpelled(small.toUpperCase()))
    ? spell(small)
    : small;
}

function numberIn(digits: string): string {
  if (/^(?:19|20)\d\d$/.test(digits)) return yearText(digits);
  return digits.length < 3 && !/^0\d/.test(digits) ? cardinalText(digits) : digitText(digits);
}
