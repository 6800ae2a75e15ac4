import type { OverviewRange } from '@parley/protocol/management';

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The axis label of a bucket. */
export const bucketLabel = (at: number, range: OverviewRange): string =>
  (range === '24h' ? hour : day).format(at);

const maxSteps = 4;

/** Round values from zero to at least the largest one, in steps of 1, 2 or 5 times a power of ten. */
export function valueTicks(values: readonly number[]): number[] {
  const largest = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(largest / maxSteps));
  const step =
    [1, 2, 5, 10].map((factor) => Math.max(1, factor * power)).find((size) => size * maxSteps >= largest) ??
    largest;
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => index * step);
}

/** The settings of a vertical axis whose values are whole numbers. */
export function valueAxis(values: readonly number[], width = 42) {
  const ticks = valueTicks(values);
  return { ticks, domain: [0, ticks.at(-1) ?? 1], interval: 0 as const, width };
}

const daysBetween = { '7d': 1, '30d': 5, '90d': 15 } as const;

/** Labels at every fourth full hour, or every `daysBetween` days, counted back from today. */
export function timeTicks(times: readonly number[], range: OverviewRange): string[] {
  const isTick =
    range === '24h'
      ? (at: number) => new Date(at).getHours() % 4 === 0
      : (_at: number, index: number) => (times.length - 1 - index) % daysBetween[range] === 0;
  const chosen = times.filter(isTick);
  return (chosen.length > 0 ? chosen : times).map((at) => bucketLabel(at, range));
}
