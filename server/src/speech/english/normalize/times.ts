import { cardinalText } from '../number-words.ts';
import type { Rule } from './mapped-text.ts';
import { after, before, dash, pattern } from './patterns.ts';

const clock = '(\\d{1,2})(?:[:.](\\d{2}))?';
const half = '\\s?([ap])\\.?\\s?m(?![\\p{L}\\p{N}_])';

/** Times of day: "9:30 am", "9am-5pm", "14:05", "09:30:15", "9.30am". */
export const times: Rule[] = [
  // "9-11 am", "9am–5pm", "7:15 to 10 pm"
  {
    pattern: pattern(`${before}${clock}(?:${half}\\.?)?${dash}${clock}${half}`, 'giu'),
    rewrite: ([, hour = '', minute = '', first = '', toHour = '', toMinute = '', last = '']) => {
      const [from, to] = [clockText(hour, minute, first, true), clockText(toHour, toMinute, last, true)];
      return from === null || to === null ? null : `${from} to ${to}`;
    },
  },
  {
    pattern: pattern(`${before}${clock}${half}`, 'giu'),
    rewrite: ([, hour = '', minute = '', letter = '']) => clockText(hour, minute, letter, true),
  },
  {
    pattern: pattern(`${before}(\\d{1,2}):(\\d{2})${dash}(\\d{1,2}):(\\d{2})${after}`),
    rewrite: ([, hour = '', minute = '', toHour = '', toMinute = '']) => {
      const [from, to] = [clockText(hour, minute, '', false), clockText(toHour, toMinute, '', false)];
      return from === null || to === null ? null : `${from} to ${to}`;
    },
  },
  {
    pattern: pattern(`${before}(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:\\s?(?:h|hrs?|Uhr))?${after}`),
    rewrite: ([, hour = '', minute = '', second = '']) => {
      const text = clockText(hour, minute, '', second !== '');
      if (text === null || Number(second) > 59) return null;
      if (second === '') return text;
      return `${text} and ${cardinalText(Number(second))} second${Number(second) === 1 ? '' : 's'}`;
    },
  },
  // "1h 30m", "2h30"
  {
    pattern: pattern(`${before}(\\d{1,3})\\s?h\\s?(\\d{1,2})(?:\\s?m(?:in)?)?${after}`),
    rewrite: ([, hours = '', minutes = '']) => `${count(hours, 'hour')} ${count(minutes, 'minute')}`,
  },
];

/** Before the dots of "a.m." are read as the end of a sentence. */
export const halfDay: Rule = {
  pattern: /(?<=ˑ[ap]m)\.(?=\s*\S)(?!\s+\p{Lu})/gu,
  rewrite: () => '',
};

const count = (number: string, name: string): string =>
  `${cardinalText(Number(number))} ${name}${Number(number) === 1 ? '' : 's'}`;

function clockText(hour: string, minute: string, letter: string, isPart: boolean): string | null {
  if (Number(hour) > 24 || Number(minute) > 59) return null;
  const words = [cardinalText(Number(hour))];
  if (Number(minute) > 0)
    words.push(Number(minute) < 10 ? `oh ${cardinalText(Number(minute))}` : cardinalText(Number(minute)));
  else if (!isPart && Number(hour) > 12) words.push('hundred');
  else if (!isPart && Number(hour) === 0) return 'midnight';
  else if (!isPart) words.push("o'clock");
  if (letter !== '') words.push(`ˑ${letter.toLowerCase()}m`);
  return words.join(' ');
}
