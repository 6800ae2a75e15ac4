import { median, percentile, rounded } from '../../../server/src/kernel/index.ts';
import type { Bench } from '../bench.ts';
import type { Comparison } from '../load/alternate.ts';
import { runSqlFile } from '../service/run-sql-file.ts';
import { startScene, webhookCount } from './scene.ts';
import { measureSpread, measureSpreadBesideTransaction, type Spread } from './spread.ts';
import { compareHanging, streamLatencies } from './streams.ts';
import { compareThroughput } from './throughput.ts';

const plans = {
  full: { pairs: 7, events: 4_000, streamMs: 10_000, hangingMs: 3_000, backlog: 1_000_000, burst: 20_000 },
  quick: { pairs: 7, events: 1_000, streamMs: 2_000, hangingMs: 1_000, backlog: 50_000, burst: 4_000 },
};

const backlog = { accounts: 200, webhooksEach: 10 };

export const webhooksBench: Bench = async ({ signal, say }) => {
  const plan = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  await using scene = await startScene(plan.pairs + 1, say, signal);
  const [fsync] = await scene.sql<{ fsync: string; commit: string }[]>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`;
  say(`fsync ${fsync?.fsync}, synchronous_commit ${fsync?.commit}`);

  say(`${plan.events} events at once to ${webhookCount} webhooks, ${plan.pairs} pairs of slices`);
  const before = await compareThroughput(scene, plan, signal);
  printThroughput(say, before);

  const p95: Record<number, number> = {};
  for (const perSecond of [50, 200]) {
    signal.throwIfAborted();
    const times = await streamLatencies(scene, perSecond, plan.streamMs);
    const ms = (share: number) => percentile(times, share).toFixed(1);
    say(`${perSecond} events a second: p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)} ms to the receiver`);
    p95[perSecond] = percentile(times, 0.95);
  }

  say('100 events a second to all, and 100 more to one that hangs in every second slice');
  const others = await compareHanging(scene, plan.hangingMs, signal);
  const [healthyMs, hangingMs] = [median(others.healthy), median(others.hanging)];
  say(`  p95 of the others: ${healthyMs.toFixed(1)} ms, while one hangs ${hangingMs.toFixed(1)} ms`);
  say(`  slices: ${list(others.healthy)}; while one hangs: ${list(others.hanging)}`);

  say(`ten bursts of ${plan.burst}, half of them into a queue that the planner assumes to be empty`);
  const spread = await measureSpread(scene, plan.burst, signal);
  printSpread(say, spread);
  say('the same beside a transaction that is held open');
  const besideOpen = await measureSpreadBesideTransaction(scene, plan.burst, signal);
  printSpread(say, besideOpen);

  say(`filling the queue with ${plan.backlog} deliveries of ${backlog.accounts} accounts that must wait`);
  const backlogFile = new URL('./backlog.sql', import.meta.url);
  await runSqlFile(scene.sql, backlogFile, { ...backlog, rows: plan.backlog });
  for (const table of ['events', 'deliveries']) await scene.sql`vacuum (analyze) ${scene.sql(table)}`;
  await scene.sql`checkpoint`;
  const behind = await compareThroughput(scene, plan, signal);
  printThroughput(say, behind);

  return {
    deliveries_per_s: Math.round(before.ours.rate),
    ratio: rounded(before.ratio),
    p95_ms_at_50: rounded(p95[50] ?? Number.NaN),
    p95_ms_at_200: rounded(p95[200] ?? Number.NaN),
    burst_spread: rounded(spread.ratio),
    burst_spread_to_bare: rounded(spread.ratioToBare),
    burst_spread_open_transaction: rounded(besideOpen.ratio),
    burst_spread_open_transaction_to_bare: rounded(besideOpen.ratioToBare),
    backlog_rate_ratio: rounded(behind.ours.rate / before.ours.rate),
    hanging_p95_ratio: rounded(hangingMs / healthyMs),
    hanging_p95_ms: rounded(hangingMs),
    not_hanging_p95_ms: rounded(healthyMs),
  };
};

function printThroughput(say: (line: string) => void, { ours, theirs, ratio, ratios }: Comparison): void {
  const range = `${ratios.at(0)?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
  const cpu = `${ours.cpuMicros.toFixed(0)} against ${theirs.cpuMicros.toFixed(0)} µs of processor each`;
  say(
    `  ${ours.rate.toFixed(0)}/s, bare loop ${theirs.rate.toFixed(0)}/s, ratio ${ratio.toFixed(3)} (${range}), ${cpu}`,
  );
}

function printSpread(say: (line: string) => void, { rates, ratio }: Spread): void {
  say(`  ${rates.map((rate) => rate.toFixed(0)).join(' ')} a second, slowest by fastest ${ratio.toFixed(3)}`);
}

const list = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(' ');
