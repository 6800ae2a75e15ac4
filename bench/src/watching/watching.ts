import { rounded } from '../../../server/src/kernel/index.ts';
import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { startChild } from '../../../server/src/testing/load/child.ts';
import type { EndpointReady } from '../../../server/src/testing/load/endpoint-program.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import type { Bench } from '../bench.ts';
import { type OpenCrowd, openCrowd } from '../load/open-crowd.ts';
import { playRounds } from '../load/rounds.ts';
import type { WatchersInput } from './watchers.ts';

const clients = 200;
const warmUpMs = 3_000;
const settleMs = 500;
const plans = { full: { rounds: 20, sliceMs: 2_000 }, quick: { rounds: 6, sliceMs: 2_000 } };
const kinds = ['unwatched', 'unwatched again', 'watched'] as const;
const base = ['unwatched', 'unwatched again'] as const;
type Kind = (typeof kinds)[number];

/**
 * What watchers cost the visitors' turns. Slices with and without a watcher of every session alternate in one run, each
 * time in another order. The brain answers at once, so the time of a turn is all the service's. Two of the
 * kinds are not watched: their ratios tell how much the measurement varies.
 */
export const watchingBench: Bench = async ({ signal, say }) => {
  const { rounds, sliceMs } = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  await using started = new AsyncDisposableStack();
  say('starting an endpoint, the service and its database');
  const file = (name: string) => new URL(name, import.meta.url);
  const load = '../../../server/src/testing/load';
  const endpoint = started.use(
    await startChild<EndpointReady>(file(`${load}/endpoint-program.ts`), { signal }),
  );
  const service = started.use(
    await startChild<ServiceAddress>(file(`${load}/service-program.ts`), { signal }),
  );
  const { port, url, accountId, operatorToken: token } = service.ready;
  const input: WatchersInput = { url, accountId, token };
  const watchers = started.use(await startChild<null>(file('./watchers.ts'), { signal, input }));
  const operator = operatorClient(service.ready);
  const crowds = new Map<Kind, OpenCrowd>();
  for (const kind of kinds) {
    const avatarId = await operator.avatar(accountId, { name: kind, endpointUrl: endpoint.ready.url });
    crowds.set(kind, started.use(await openCrowd(port, avatarId, clients, signal)));
  }
  const phasesMs = Array.from({ length: clients }, () => Math.random() * 1_000);
  const play = async (kind: Kind, ms: number) =>
    (await crowds.get(kind)?.crowd.atOnePerSecond(phasesMs, ms)) ?? [];
  for (const kind of kinds) await play(kind, warmUpMs);

  say(
    `${clients} sessions, each a turn a second, ${rounds} rounds of ${kinds.length} slices of ${sliceMs} ms`,
  );
  const settle = () => new Promise((resolve) => setTimeout(resolve, settleMs));
  let watchedBytes = 0;
  const cpu = new Map<Kind, { ms: number; turns: number }>();
  const slice = async (kind: Kind) => {
    if (kind === 'watched') await watchers.ask('watch', crowds.get(kind)?.sessionIds);
    await settle();
    const before = await service.cpuMs();
    const times = await play(kind, sliceMs);
    const used = cpu.get(kind) ?? { ms: 0, turns: 0 };
    const ms = used.ms + (await service.cpuMs()) - before;
    cpu.set(kind, { ms, turns: used.turns + times.length });
    if (kind === 'watched') {
      const bytes = await watchers.ask<number>('close');
      if (bytes < times.length) throw new Error('the watchers saw nothing of the turns');
      watchedBytes += bytes;
    }
    await settle();
    return times;
  };
  const played = await playRounds(kinds, rounds, slice, signal);
  say(`  the watchers read ${(watchedBytes / 1024 / 1024).toFixed(1)} MiB`);
  const cpuMicros = (kind: Kind) => {
    const { ms, turns } = cpu.get(kind) ?? { ms: 0, turns: 0 };
    return (1_000 * ms) / turns;
  };
  for (const kind of kinds) {
    const ms = (share: number) => played.ms(kind, share).toFixed(2);
    const ratio = (share: number) => played.ratio(kind, base, share).toFixed(3);
    say(
      `  ${kind}: p50 ${ms(0.5)} ms, p95 ${ms(0.95)}, p99 ${ms(0.99)},` +
        ` of unwatched ${ratio(0.5)} at p50 and ${ratio(0.99)} at p99, ${cpuMicros(kind).toFixed(0)} µs of processor each`,
    );
  }
  const ratio = (kind: Kind, share: number) => rounded(played.ratio(kind, base, share));
  return {
    unwatched_p50_ms: rounded(played.ms('unwatched', 0.5)),
    unwatched_again_p50_ratio: ratio('unwatched again', 0.5),
    unwatched_again_p99_ratio: ratio('unwatched again', 0.99),
    watched_p50_ratio: ratio('watched', 0.5),
    watched_p99_ratio: ratio('watched', 0.99),
    unwatched_cpu_micros: rounded(cpuMicros('unwatched')),
    watched_cpu_micros: rounded(cpuMicros('watched')),
  };
};
