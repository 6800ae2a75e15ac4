export type Scale = 'linear' | 'log';

/** Values from `from` to `to` lie at 0 to 1. */
export type Axis = {
  readonly ticks: readonly number[];
  place(value: number): number;
};

const niceSteps = [1, 2, 2.5, 5, 10];

/** An axis from 0 to a round number that is not below any value. */
export function linearAxis(values: readonly number[], wantedTicks = 5): Axis {
  const most = Math.max(...values, 0) || 1;
  const raw = most / wantedTicks;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (niceSteps.find((nice) => nice * power >= raw * 0.999) ?? 10);
  const count = Math.ceil(most / step - 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)));
  return { ticks, place: (value) => value / (count * step) };
}

/** An axis by powers of ten, for values that differ by more than a linear one can show. All must be above 0. */
export function logAxis(values: readonly number[]): Axis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const from = Math.floor(Math.log10(least));
  const to = Math.max(from + 1, Math.ceil(Math.log10(most)));
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
  return { ticks, place: (value) => (Math.log10(value) - from) / (to - from) };
}
