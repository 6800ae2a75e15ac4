import { median } from '../../../server/src/kernel/index.ts';
import type { Slice } from '../../../server/src/testing/load/connections.ts';

/** Something that can be put under load for a while. */
export type Contender = { slice(durationMs: number): Promise<Slice>; cpuMs(): Promise<number> };

export type Plan = {
  readonly pairs: number;
  readonly sliceMs: number;
  /**
   * The warm-up before the measurement: this long, or longer on a slow machine, until `warmUpRequests` were answered.
   */
  readonly warmUpMs: number;
  readonly warmUpRequests?: number;
};

const longestWarmUpMs = 10_000;

export type Outcome = { readonly rate: number; readonly cpuMicros: number };
export type Comparison = {
  readonly ours: Outcome;
  readonly theirs: Outcome;
  /** Our rate divided by theirs, for each pair of slices, sorted. */
  readonly ratios: readonly number[];
  readonly ratio: number;
};

/**
 * Slices of the two alternate, and so does the one that comes first. Other load on the machine thus affects both
 * equally. The result is the median of the pairs' ratios.
 */
export async function compare(
  ours: Contender,
  theirs: Contender,
  plan: Plan,
  signal: AbortSignal,
): Promise<Comparison> {
  const seen = { ours: [] as Outcome[], theirs: [] as Outcome[] };
  await warmUp(ours, plan, signal);
  await warmUp(theirs, plan, signal);
  for (let pair = 0; pair < plan.pairs; pair++) {
    for (const side of pair % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const)) {
      signal.throwIfAborted();
      seen[side].push(await measure(side === 'ours' ? ours : theirs, plan.sliceMs));
    }
  }
  const ratios = seen.ours
    .map(({ rate }, pair) => rate / (seen.theirs[pair]?.rate ?? Number.NaN))
    .sort((a, b) => a - b);
  return { ours: middle(seen.ours), theirs: middle(seen.theirs), ratios, ratio: median(ratios) };
}

/** Code that the engine has not compiled yet is slow, and the longer of two programs has more of it. */
async function warmUp(contender: Contender, plan: Plan, signal: AbortSignal): Promise<void> {
  let { requests, elapsedMs } = await contender.slice(plan.warmUpMs);
  while (requests < (plan.warmUpRequests ?? 0) && elapsedMs < longestWarmUpMs) {
    signal.throwIfAborted();
    const further = await contender.slice(plan.sliceMs);
    requests += further.requests;
    elapsedMs += further.elapsedMs;
  }
}

async function measure(contender: Contender, durationMs: number): Promise<Outcome> {
  const cpuBefore = await contender.cpuMs();
  const { requests, elapsedMs } = await contender.slice(durationMs);
  const cpuMs = (await contender.cpuMs()) - cpuBefore;
  return { rate: (requests / elapsedMs) * 1000, cpuMicros: (cpuMs / requests) * 1000 };
}

function middle(outcomes: readonly Outcome[]): Outcome {
  return {
    rate: median(outcomes.map(({ rate }) => rate)),
    cpuMicros: median(outcomes.map(({ cpuMicros }) => cpuMicros)),
  };
}
