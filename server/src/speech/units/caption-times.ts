import { roundMs } from '../visemes/timed-visemes.ts';
import type { TimedWord } from '../voice.ts';
import type { Caption, UnitWord } from './unit.ts';

/**
 * When written words are heard, computed from the times of the spoken words. A written word may be read as several
 * words. Several written words may be read as one, such as an amount of money: then each gets its share by letters.
 */
export function captionTimes(
  captions: readonly Caption[],
  words: readonly UnitWord[],
  nowMs: number,
): TimedWord[] {
  return captions.flatMap(({ from, to, shownFrom, shownTo }) => {
    const heard = words.filter((word) => word.from < to && word.to > from);
    const [first, last] = [heard[0], heard.at(-1)];
    if (first === undefined || last === undefined) return [];
    const startMs = timeAt(first, Math.max(from, first.from));
    const endMs = Math.max(startMs, timeAt(last, Math.min(to, last.to)));
    return [
      {
        startMs: roundMs(nowMs + startMs),
        durationMs: roundMs(endMs - startMs),
        from: shownFrom,
        to: shownTo,
      },
    ];
  });
}

function timeAt({ from, to, startMs, endMs }: UnitWord, position: number): number {
  return startMs + ((endMs - startMs) * (position - from)) / Math.max(1, to - from);
}
