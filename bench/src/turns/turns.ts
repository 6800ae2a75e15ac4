import { median, percentile, rounded } from '../../../server/src/kernel/index.ts';
import type { Bench } from '../bench.ts';
import { type Contender, compare, type Plan } from '../load/alternate.ts';
import { compareAddedTime } from './added-time.ts';
import { recordedSlice } from './recorded-slice.ts';
import { startScene } from './scene.ts';

/** With these numbers neither the rate limit of a session nor a lack of clients limits the result. */
const manyClients = 2_000;
const inFlight = 64;
const steadyClients = 500;

const plans = {
  full: { steadySliceMs: 5_000, pairs: 7, fullSpeed: { pairs: 15, sliceMs: 2_500, warmUpMs: 3_000 } },
  quick: { steadySliceMs: 1_000, pairs: 7, fullSpeed: { pairs: 7, sliceMs: 500, warmUpMs: 1_000 } },
} satisfies Record<string, { steadySliceMs: number; pairs: number; fullSpeed: Plan }>;

export const turnsBench: Bench = async ({ signal, say }) => {
  const plan = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  await using scene = await startScene(say, signal);

  await scene.growTo(steadyClients);
  say(`${steadyClients} sessions, each a turn a second, ${plan.pairs} pairs of ${plan.steadySliceMs} ms`);
  const added = await compareAddedTime(scene, steadyClients, plan, signal);
  for (const [name, slices] of [['service', added.ours] as const, ['relay', added.relay] as const]) {
    const ms = (share: number) => median(slices.map((slice) => percentile(slice, share) / 1000)).toFixed(2);
    say(`  ${name}: added ${ms(0.5)} ms at p50, ${ms(0.95)} at p95, ${ms(0.99)} at p99`);
  }
  say(`  p99 by the relay's, per pair: ${added.p99Ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`);

  await scene.growTo(manyClients);
  say(`${manyClients} sessions, ${inFlight} questions under way`);
  const { service, relayProcess } = scene;
  const contender = { slice: recordedSlice(scene, inFlight, signal), cpuMs: () => service.cpuMs() };
  const bare: Contender = {
    slice: (durationMs) => scene.relay.atFullSpeed(inFlight, durationMs),
    cpuMs: () => relayProcess.cpuMs(),
  };
  const speed = await compare(contender, bare, plan.fullSpeed, signal);
  const { ours, theirs, ratios } = speed;
  say(`  service: ${ours.rate.toFixed(0)} turns/s, ${ours.cpuMicros.toFixed(0)} µs of processor each`);
  say(`  relay: ${theirs.rate.toFixed(0)} turns/s, ${theirs.cpuMicros.toFixed(0)} µs of processor each`);
  say(`  ratio ${speed.ratio.toFixed(3)} (${ratios.at(0)?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)})`);

  return {
    added_p50_ms: rounded(median(added.ours.map((slice) => percentile(slice, 0.5) / 1000))),
    added_p99_ratio: rounded(median(added.p99Ratios)),
    turns_ratio: rounded(speed.ratio),
  };
};
