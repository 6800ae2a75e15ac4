import { cardinalWords } from './number-words.ts';
import { isJoined, type Rule, textAt } from './rule.ts';
import type { Token } from './token.ts';

/** Times of day: 5:30, 17:05:10, 3pm, 3 p.m. */
export const timeRule: Rule = (tokens, index) => {
  const core = textAt(tokens, index);
  const [, hour, minute, second, half] =
    /^(\d{1,2})(?:[:.](\d{2}))?(?::(\d{2}))?([ap]\.?m)?$/i.exec(core) ?? [];
  if (hour === undefined || Number(hour) > 24) return undefined;
  const behind = half === undefined ? halfOfDay(tokens, index + 1, isJoined(tokens, index)) : undefined;
  const spoken = half ?? behind;
  if (spoken === undefined && !core.includes(':')) return undefined;
  return {
    taken: behind === undefined ? 1 : 2,
    words: timeWords(hour, minute, second, spoken),
    ownsDot: spoken !== undefined,
  };
};

export function timeWords(hour: string, minute?: string, second?: string, half?: string): string[] {
  const letters = half === undefined ? [] : half.toLowerCase().startsWith('a') ? ['_a', 'm'] : ['p', 'm'];
  return [
    ...cardinalWords(String(Number(hour))),
    ...minuteWords(minute, second, half !== undefined),
    ...(second === undefined || Number(second) === 0
      ? []
      : ['and', ...cardinalWords(String(Number(second))), Number(second) === 1 ? 'second' : 'seconds']),
    ...letters,
  ];
}

function minuteWords(minute: string | undefined, second: string | undefined, hasHalf: boolean): string[] {
  if (minute === undefined) return [];
  if (Number(minute) === 0) return hasHalf || second !== undefined ? [] : ["o'clock"];
  return [...(minute.startsWith('0') ? ['oh'] : []), ...cardinalWords(String(Number(minute)))];
}

function halfOfDay(tokens: readonly Token[], index: number, joined: boolean): string | undefined {
  const core = textAt(tokens, index);
  return joined && /^[ap]\.?m$/i.test(core) ? core : undefined;
}
