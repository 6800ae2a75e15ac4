import { rounded } from '../../../server/src/kernel/index.ts';
import { type CrowdPlan, crowdEndpoint } from '../../../server/src/rehearsal/index.ts';
import { startChild } from '../../../server/src/testing/load/child.ts';
import type {
  ThrottledInput,
  ThrottledReady,
} from '../../../server/src/testing/load/throttled-endpoint-program.ts';
import type { Bench } from '../bench.ts';

const plans = { full: { seconds: 10 }, quick: { seconds: 4 } };
const capacity = 100;
const fastRate = 500;

/** How exactly `parley crowd` finds the knee of an endpoint, and how much of a processor core its visitors need. */
export const crowdBench: Bench = async ({ signal, say }) => {
  const { seconds } = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  await using started = new AsyncDisposableStack();
  const endpointWith = async (turnsPerSecond: number) => {
    const file = new URL('../../../server/src/testing/load/throttled-endpoint-program.ts', import.meta.url);
    const input: ThrottledInput = { turnsPerSecond };
    const { ready } = started.use(await startChild<ThrottledReady>(file, { input, signal }));
    const callbacks = { publicUrl: null, port: 0 };
    return { url: ready.url, key: null, chatTimeoutMs: 30_000, callbacks };
  };
  const crowd = async (turnsPerSecond: number, changes: Partial<CrowdPlan>) => {
    const report = await crowdEndpoint({ ...plan, seconds, ...changes }, await endpointWith(turnsPerSecond), {
      stop: signal,
      onStep: ({ rate, answered, outcome, wholeMs, generator }) =>
        say(
          `  ${rate} turns/s: ${outcome}, ${answered} answered, p95 ${wholeMs.p95} ms; ${generator.core} of a core, ${generator.lateP95Ms} ms late at p95`,
        ),
    });
    signal.throwIfAborted();
    return report;
  };

  say(`the knee of an endpoint that serves ${capacity} turns a second`);
  const { knee } = await crowd(capacity, {});
  say(`${fastRate} turns a second`);
  const { steps } = await crowd(10 * fastRate, { rate: fastRate, upTo: fastRate, maxRequests: 1_000_000 });
  return {
    knee: knee?.turnsPerSecond ?? 0,
    knee_error: rounded((knee?.turnsPerSecond ?? 0) / capacity - 1),
    core_at_500: steps[0]?.generator.core ?? Number.NaN,
    late_p95_ms: steps[0]?.generator.lateP95Ms ?? Number.NaN,
  };
};

const plan: CrowdPlan = {
  rate: null,
  upTo: 200,
  seconds: 10,
  turns: 5,
  thinkingSeconds: 2,
  say: ['What are your opening hours on Saturday?'],
  seed: 1,
  maxSessions: 2_000,
  maxRequests: 200_000,
  p95LimitMs: null,
};
