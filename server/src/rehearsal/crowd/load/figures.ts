import { percentile } from '../../../kernel/index.ts';

export type Turn = {
  readonly dueMs: number;
  /** Whether it was due within the measured window. */
  readonly isMeasured: boolean;
  /** How much later than due this program came to it. */
  lateMs: number;
  /** When its first sentence had come; null if none has. */
  firstMs: number | null;
  doneMs: number | null;
  problem: string | null;
};

export type Sample = { readonly atMs: number; readonly queue: number };
export type Percentiles = {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
};

/** What one step measured. Rates are turns a second; times are milliseconds from when a turn was due. */
export type Figures = {
  readonly rate: number;
  readonly seconds: number;
  readonly turns: number;
  readonly offered: number;
  /** Turns that were answered during the window, whenever they were due. */
  readonly answered: number;
  /** From due to the end of the answer. */
  readonly wholeMs: Percentiles;
  /** From due to the first sentence. */
  readonly firstMs: Percentiles;
  readonly failures: number;
  readonly reasons: readonly { readonly reason: string; readonly turns: number }[];
  /** Turns that were due and not answered: on average in the first and the last third of the window, and at most. */
  readonly queue: { readonly first: number; readonly last: number; readonly most: number };
  readonly sessions: number;
  /** This program itself: the share of a processor core, and how late it came to its turns. */
  readonly generator: { readonly core: number; readonly lateP95Ms: number | null };
};

type Window = {
  readonly rate: number;
  readonly startMs: number;
  readonly windowMs: number;
  /** Then nobody knows what the turns without an answer would have got. */
  readonly endedEarly: boolean;
};
const shownReasons = 5;

export function figuresOf(
  { rate, startMs, windowMs, endedEarly }: Window,
  turns: readonly Turn[],
  samples: readonly Sample[],
  generatorCore: number,
  sessions: number,
): Figures {
  const seconds = windowMs / 1000;
  const perSecond = (count: number) => (seconds === 0 ? 0 : rounded(count / seconds));
  const measured = turns.filter(({ isMeasured }) => isMeasured);
  const isIn = (atMs: number | null) => atMs !== null && atMs >= startMs && atMs < startMs + windowMs;
  const answered = measured.filter(({ doneMs, problem }) => doneMs !== null && problem === null);
  const failed = measured.filter(
    ({ doneMs, problem }) => problem !== null || (doneMs === null && !endedEarly),
  );
  const queueIn = (from: number, to: number) =>
    samples
      .filter(({ atMs }) => atMs >= startMs + from * windowMs && atMs < startMs + to * windowMs)
      .map(({ queue }) => queue);
  return {
    rate,
    seconds: rounded(seconds),
    turns: measured.length,
    offered: perSecond(measured.length),
    answered: perSecond(turns.filter(({ doneMs, problem }) => problem === null && isIn(doneMs)).length),
    wholeMs: percentilesOf(answered.map(({ dueMs, doneMs }) => (doneMs ?? dueMs) - dueMs)),
    firstMs: percentilesOf(
      answered.flatMap(({ dueMs, firstMs }) => (firstMs === null ? [] : [firstMs - dueMs])),
    ),
    failures: failed.length,
    reasons: reasonsOf(failed),
    queue: {
      first: mean(queueIn(0, 1 / 3)),
      last: mean(queueIn(2 / 3, 1)),
      most: Math.max(0, ...queueIn(0, 1)),
    },
    sessions,
    generator: {
      core: rounded(generatorCore),
      lateP95Ms: percentilesOf(measured.map(({ lateMs }) => lateMs)).p95,
    },
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);

function percentilesOf(values: readonly number[]): Percentiles {
  const at = (share: number) =>
    values.length === 0 ? null : Math.round(percentile(values, share) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function reasonsOf(failed: readonly Turn[]): Figures['reasons'] {
  const groups = Map.groupBy(failed, ({ problem }) => problem ?? 'No answer came.');
  return [...groups]
    .map(([reason, { length }]) => ({ reason, turns: length }))
    .sort((a, b) => b.turns - a.turns)
    .slice(0, shownReasons);
}
