import { foldToAscii } from './ascii.ts';
import { spelled } from './letters.ts';
import { isDay, monthNames } from './normalize/index.ts';
import { telephoneText } from './normalize/telephone.ts';
import { cardinalWords, decimalWords, digitWords, ordinalWords, yearWords } from './number-words.ts';

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
      return /\d/.test(plain) ? telephoneText(plain).replaceAll(',', ' ,').split(' ') : undefined;
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

const fractions: Readonly<Record<string, string>> = { 2: 'half', 3: 'third', 4: 'quarter' };

function fractionWords(above: string, below: string): string[] {
  const name = fractions[below] ?? ordinalWords(below).join(' ');
  const many = name === 'half' ? 'halves' : `${name}s`;
  return [...cardinalWords(above), ...(Number(above) === 1 ? name : many).split(' ')];
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
  const name = month === undefined ? '' : monthNames[Number(month) - 1]?.toLowerCase();
  if (name === undefined || (day !== undefined && !isDay(day))) return undefined;
  return [
    ...(name === '' ? [] : [name]),
    ...(day === undefined ? [] : ordinalWords(String(Number(day)))),
    ...(day !== undefined && year !== undefined ? [','] : []),
    ...(year === undefined ? [] : yearWords(year.length === 2 ? `20${year}` : year)),
  ];
}

function timeAs(text: string): string[] | undefined {
  const [, hour, minute, second, half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?$/i.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const seconds = Number(second ?? 0);
  return [
    ...cardinalWords(String(Number(hour))),
    ...minuteWords(minute, half === undefined && second === undefined),
    ...(seconds === 0
      ? []
      : ['and', ...cardinalWords(String(seconds)), seconds === 1 ? 'second' : 'seconds']),
    ...(half === undefined ? [] : [half.toLowerCase().startsWith('a') ? '_a' : 'p', 'm']),
  ];
}

function minuteWords(minute: string | undefined, isLast: boolean): string[] {
  if (minute === undefined) return [];
  if (Number(minute) === 0) return isLast ? ["o'clock"] : [];
  return [...(minute.startsWith('0') ? ['oh'] : []), ...cardinalWords(String(Number(minute)))];
}
