import { rounded } from '../../../server/src/kernel/index.ts';
import type { Bench } from '../bench.ts';
import type { Plan } from '../load/alternate.ts';
import { compareQueries } from './remote-query.ts';
import { startScene } from './scene.ts';
import { measureCosts } from './session-cost.ts';
import { measureSpeedup } from './speedup.ts';

type ScalePlan = {
  readonly querySlices: number;
  readonly querySliceMs: number;
  readonly speed: Plan;
  readonly sessions: readonly [number, number];
  readonly costMs: number;
};

const plans: Record<'full' | 'quick', ScalePlan> = {
  full: {
    querySlices: 15,
    querySliceMs: 1_000,
    speed: { pairs: 11, sliceMs: 3_000, warmUpMs: 8_000 },
    sessions: [1_000, 20_000],
    costMs: 20_000,
  },
  quick: {
    querySlices: 3,
    querySliceMs: 500,
    speed: { pairs: 3, sliceMs: 1_000, warmUpMs: 2_000 },
    sessions: [200, 1_000],
    costMs: 5_000,
  },
};

export const scaleBench: Bench = async ({ signal, say }) => {
  const plan = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  const costs = await sessionCosts(plan, say, signal);
  for (const { sessions, bytes, cpuMicros } of costs)
    say(`${sessions} sessions: ${bytes.toFixed(0)} bytes and ${cpuMicros.toFixed(1)} µs a second each`);
  const [few, many] = [costs[0], costs[1]];
  if (few === undefined || many === undefined) throw new Error('there are no costs to compare');

  await using scene = await startScene(say, signal);
  const { localMs, remoteMs } = await compareQueries(scene, plan.querySlices, plan.querySliceMs);
  say(`session query: ${localMs.toFixed(2)} ms at its owner, ${remoteMs.toFixed(2)} ms elsewhere (p50)`);

  const speed = await measureSpeedup(scene, plan.speed, signal);
  const rate = (outcome: { rate: number }) => `${outcome.rate.toFixed(0)} turns/s`;
  say(`two processes: ${rate(speed.ours)}, one: ${rate(speed.theirs)}, ${speed.ratio.toFixed(2)} times`);
  if (speed.isShared)
    say('  no limit of processors here: clients, endpoint and database share the processors with both');
  return {
    remote_query_extra_p50_ms: rounded(remoteMs - localMs),
    two_process_speedup: rounded(speed.ratio),
    session_cost_growth: rounded(Math.max(many.bytes / few.bytes, many.cpuMicros / few.cpuMicros)),
  };
};

/** Uses fresh processes: earlier sessions would leave memory behind. */
async function sessionCosts(plan: ScalePlan, say: (line: string) => void, signal: AbortSignal) {
  await using scene = await startScene(say, signal);
  return await measureCosts(scene, plan.sessions, plan.costMs, signal);
}
