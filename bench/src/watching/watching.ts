import { rounded } from '../../../server/src/kernel/index.ts';
import { startChild } from '../../../server/src/testing/load/child.ts';
import type { Bench } from '../bench.ts';
import { playRounds } from '../load/rounds.ts';
import { recordedSlice } from '../turns/recorded-slice.ts';
import { startScene } from '../turns/scene.ts';
import type { WatchersInput } from './watchers.ts';

const watched = 200;
const steadyClients = 500;
const manyClients = 2_000;
const inFlight = 64;
const warmUpMs = 3_000;
const settleMs = 500;
const plans = {
  full: { rounds: 20, steadyMs: 2_000, fullSpeedMs: 2_500 },
  quick: { rounds: 5, steadyMs: 1_000, fullSpeedMs: 500 },
};
const kinds = ['unwatched', 'unwatched again', 'watched'] as const;
const base = ['unwatched', 'unwatched again'] as const;
type Kind = (typeof kinds)[number];

/**
 * What watchers cost the visitors' turns, in the two scenes of the bench of turns: a turn a second in each session, and
 * as many turns as possible. Slices in which 200 of the sessions are watched alternate with slices in which none is, each
 * time in another order. Two of three slices are not watched: their ratios tell how much the measurement varies.
 */
export const watchingBench: Bench = async ({ signal, say }) => {
  const plan = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  await using started = new AsyncDisposableStack();
  const scene = started.use(await startScene(say, signal));
  const { url, accountId, operatorToken: token } = scene.service.ready;
  const input: WatchersInput = { url, accountId, token };
  const file = new URL('./watchers.ts', import.meta.url);
  const watchers = started.use(await startChild<null>(file, { signal, input }));

  const settle = () => new Promise((resolve) => setTimeout(resolve, settleMs));
  let watchedBytes = 0;
  const inKind = async <T>(kind: Kind, slice: () => Promise<T>): Promise<T> => {
    if (kind === 'watched') await watchers.ask('watch', scene.sessionIds.slice(0, watched));
    await settle();
    const result = await slice();
    if (kind === 'watched') {
      const bytes = await watchers.ask<number>('close');
      if (bytes < 100 * watched) throw new Error('the watchers saw nothing of the turns');
      watchedBytes += bytes;
    }
    await settle();
    return result;
  };

  await scene.growTo(steadyClients);
  const phasesMs = Array.from({ length: steadyClients }, () => Math.random() * 1_000);
  await scene.ours.atOnePerSecond(phasesMs, warmUpMs);
  say(`${steadyClients} sessions, each a turn a second, ${plan.rounds} rounds of ${plan.steadyMs} ms`);
  const steady = await playRounds(
    kinds,
    plan.rounds,
    (kind) => inKind(kind, () => scene.ours.atOnePerSecond(phasesMs, plan.steadyMs)),
    signal,
  );
  for (const kind of kinds) {
    const ms = (share: number) => steady.ms(kind, share).toFixed(2);
    const ratio = (share: number) => steady.ratio(kind, base, share).toFixed(3);
    say(`  ${kind}: added ${ms(0.5)} ms at p50 (${ratio(0.5)}), ${ms(0.99)} at p99 (${ratio(0.99)})`);
  }

  await scene.growTo(manyClients);
  const fullSlice = recordedSlice(scene, inFlight, signal);
  await fullSlice(warmUpMs);
  say(`${manyClients} sessions, ${inFlight} questions under way, ${plan.rounds} rounds`);
  const full = await playRounds(
    kinds,
    plan.rounds,
    async (kind) => {
      const { requests, elapsedMs } = await inKind(kind, () => fullSlice(plan.fullSpeedMs));
      return [(elapsedMs * 1_000) / requests];
    },
    signal,
  );
  for (const kind of kinds) {
    const speed = 1 / full.ratio(kind, base, 0.5);
    say(`  ${kind}: ${(1_000 / full.ms(kind, 0.5)).toFixed(0)} turns/s (${speed.toFixed(3)})`);
  }
  say(`  the watchers read ${(watchedBytes / 1024 / 1024).toFixed(1)} MiB`);

  const results = kinds.flatMap((kind) => {
    const name = kind.replace(' ', '_');
    return [
      [`${name}_p50_ratio`, rounded(steady.ratio(kind, base, 0.5))],
      [`${name}_p99_ratio`, rounded(steady.ratio(kind, base, 0.99))],
      [`${name}_speed_ratio`, rounded(1 / full.ratio(kind, base, 0.5))],
    ] as const;
  });
  return Object.fromEntries([...results, ['repeated_rounds', steady.repeated + full.repeated]]);
};
