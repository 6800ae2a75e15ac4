import { foldToAscii } from './ascii.ts';
import { dateWords } from './date-rule.ts';
import { spelled } from './letters.ts';
import { fractionWords, telephoneWords } from './number-rule.ts';
import { cardinalWords, decimalWords, digitWords, ordinalWords } from './number-words.ts';
import { timeWords } from './time-rule.ts';

type SayAs = { readonly interpretAs: string; readonly format?: string | undefined };

/** The words for a text whose kind SSML states. Undefined if the text does not fit: it is read like any other. */
export function readAs(text: string, { interpretAs, format }: SayAs): string[] | undefined {
  const plain = foldToAscii(text).trim();
  const number = plain.replaceAll(',', '');
  switch (interpretAs) {
    case 'characters':
    case 'spell-out':
    case 'spell':
    case 'verbatim':
    case 'letters':
      return spelled(plain);
    case 'digits':
      return /\d/.test(plain) ? digitWords(plain.replace(/\D/g, '')) : undefined;
    case 'cardinal':
    case 'number':
      return /^[+-]?\d+(?:\.\d+)?$/.test(number) ? decimalWords(number) : undefined;
    case 'ordinal': {
      const digits = /^(\d{1,12})(?:st|nd|rd|th)?$/i.exec(number)?.[1];
      return digits === undefined ? undefined : ordinalWords(digits);
    }
    case 'fraction': {
      const [, whole, above = '', below = ''] = /^(?:(\d{1,6})\s+)?(\d{1,6})\/(\d{1,6})$/.exec(plain) ?? [];
      if (above === '') return undefined;
      const part = fractionWords(above, below);
      return whole === undefined ? part : [...cardinalWords(whole), 'and', ...part];
    }
    case 'telephone':
      return /\d/.test(plain) ? telephoneWords(plain) : undefined;
    case 'date':
      return dateAs(plain, format);
    case 'time':
      return timeAs(plain);
    case 'expletive':
    case 'bleep':
      return ['bleep'];
    default:
      return undefined;
  }
}

/** The format names the parts in order, such as `dmy`, `ymd` or `md`; without one the text itself decides. */
function dateAs(text: string, format: string | undefined): string[] | undefined {
  const order = format
    ?.toLowerCase()
    .replace(/[^dmy]/g, '')
    .replace(/(.)\1+/g, '$1');
  if (order === undefined || order === '') return undefined;
  const parts = text.split(/\D+/).filter((part) => part !== '');
  if (parts.length !== order.length) return undefined;
  const at = (part: string) => parts[order.indexOf(part)];
  const [year, month, day] = [at('y'), at('m'), at('d')];
  return dateWords({
    ...(year === undefined ? {} : { year: year.length === 2 ? `20${year}` : year }),
    ...(month === undefined ? {} : { month }),
    ...(day === undefined ? {} : { day }),
  });
}

function timeAs(text: string): string[] | undefined {
  const [, hour, minute, second, half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  return hour === undefined ? undefined : timeWords(hour, minute, second, half);
}
