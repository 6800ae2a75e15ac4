import { withoutTrailing } from '@parley/protocol';
import { signName } from './letters.ts';
import type { Rule } from './normalize/index.ts';
import { spelledDomainEndings } from './tables.ts';

const mail = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+$/;
const web = /^(?:https?:\/\/|www\.)\S+$/i;
const host =
  /^(?:[a-z\d-]{1,63}\.)+(?:com|org|net|edu|gov|info|dev|app|io|ai|co|uk|de|eu|fr|ch|at|tv)(?:\/\S*)?$/i;
const longest = 80;

/** Web and mail addresses, as people say them. */
export const addresses: Rule = {
  pattern: /\S+/g,
  rewrite: ([found = '']) => {
    const address = withoutTrailing(found.replace(/^[("'<[]/, ''), '.,;:!?)"\'>]');
    if (!mail.test(address) && !web.test(address) && !host.test(address)) return null;
    const [path = ''] = address.replace(/^https?:\/\//i, '').split(/[?#]/, 1);
    const spoken = addressText(withoutTrailing(path, '/').slice(0, longest));
    return spoken + found.slice(found.indexOf(address) + address.length);
  },
};

function addressText(address: string): string {
  const words = (address.match(/[A-Za-z]+|\d+|[^A-Za-z\d]/g) ?? []).flatMap((part) => {
    const small = part.toLowerCase();
    if (!/^[a-z\d]/.test(small)) return signName(part);
    return small === 'www' || spelledDomainEndings.has(small) ? [...small.toUpperCase()].join('.') : [small];
  });
  return words.join(' ');
}
