import type { Bench } from '../bench.ts';
import type { Comparison, Plan } from '../load/alternate.ts';
import { compareAvatars, compareDeepPage } from './avatars.ts';
import { startScene } from './scene.ts';
import { compareSessionQueries } from './session-query.ts';
import { compareTokens } from './tokens.ts';

const plan: Plan = { pairs: 31, sliceMs: 300, warmUpMs: 2_000, warmUpRequests: 20_000 };
/** BENCH_QUICK=1 only shows whether the bench runs. Its figures are rough. */
const quickPlan: Plan = { pairs: 7, sliceMs: 200, warmUpMs: 1_000, warmUpRequests: 5_000 };

export const apiBench: Bench = async ({ signal, say }) => {
  const chosen = process.env.BENCH_QUICK === '1' ? quickPlan : plan;
  await using scene = await startScene(say, signal);
  say(`${chosen.pairs} pairs of slices of ${chosen.sliceMs} ms; the median of the pairs counts\n`);

  const sessions = await compareSessionQueries(scene, chosen, signal);
  say(line('session query', sessions, 'bare', 'at least 0.7'));
  const avatars = await compareAvatars(scene, chosen, signal);
  say(line('avatars', avatars, 'bare', 'at least 0.6'));
  say(`  ${avatars.shown} renames, each shown by the next read`);
  const deep = await compareDeepPage(scene, chosen, signal);
  say(line('page 4999', deep, 'page 0', 'at least 0.67'));
  const tokens = await compareTokens(scene, chosen, signal);
  say(line('generate-token', tokens, 'bare', 'at least 0.6'));
  say(`  ${tokens.verified} sampled tokens verified against the published keys\n`);

  return {
    session_query_ratio: rounded(sessions.ratio),
    avatars_ratio: rounded(avatars.ratio),
    tokens_ratio: rounded(tokens.ratio),
    deep_page_cost: rounded(1 / deep.ratio),
  };
};

function line(
  name: string,
  { ours, theirs, ratio, ratios }: Comparison,
  against: string,
  goal: string,
): string {
  const rate = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
  const range = `${ratios.at(0)?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
  const cpu = `${ours.cpuMicros.toFixed(0)} against ${theirs.cpuMicros.toFixed(0)} µs of processor each`;
  return `${name}: ${rate(ours.rate)}, ${against} ${rate(theirs.rate)}, ratio ${ratio.toFixed(3)} (${range}; ${goal}), ${cpu}`;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
