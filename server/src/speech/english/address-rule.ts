import { withoutTrailing } from '@parley/protocol';
import { letterName, signName } from './letters.ts';
import { cardinalWords } from './number-words.ts';
import { type Rule, reading } from './rule.ts';

const spelledEndings = new Set('uk us eu de fr ch at be nl dk jp tv fm io ai uk nz za edu'.split(' '));
const mail = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+$/;
const web = /^(?:https?:\/\/|www\.)\S+$/i;
const host =
  /^(?:[a-z\d-]{1,63}\.)+(?:com|org|net|edu|gov|info|dev|app|io|ai|co|uk|de|eu|fr|ch|at|tv)(?:\/\S*)?$/i;
const longest = 80;

/** Web and mail addresses, as people say them. */
export const addressRule: Rule = (tokens, index) => {
  const core = tokens[index]?.core ?? '';
  if (!mail.test(core) && !web.test(core) && !host.test(core)) return undefined;
  const [path = ''] = core.replace(/^https?:\/\//i, '').split(/[?#]/, 1);
  const address = withoutTrailing(path, '/');
  return reading(addressWords(address.slice(0, longest)));
};

function addressWords(address: string): string[] {
  return (address.match(/[A-Za-z]+|\d+|[^A-Za-z\d]/g) ?? []).flatMap((part) => {
    const small = part.toLowerCase();
    if (small === 'www') return ['w', 'w', 'w'];
    if (/^\d/.test(part)) return cardinalWords(part);
    if (!/^[a-z]/.test(small)) return signName(part);
    return spelledEndings.has(small) ? [...small].map(letterName) : [small];
  });
}
