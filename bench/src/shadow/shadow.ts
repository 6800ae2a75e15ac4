import { rounded } from '../../../server/src/kernel/index.ts';
import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { startChild } from '../../../server/src/testing/load/child.ts';
import type { EndpointReady } from '../../../server/src/testing/load/endpoint-program.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import type { Bench } from '../bench.ts';
import { type OpenCrowd, openCrowd } from '../load/open-crowd.ts';
import { playRounds } from '../load/rounds.ts';
import type { BadShadowReady } from './bad-shadow.ts';

const clients = 250;
const warmUpMs = 3_000;
const plans = { full: { rounds: 60, sliceMs: 2_000 }, quick: { rounds: 6, sliceMs: 2_000 } };
const kinds = ['none', 'none again', 'hanging', 'crashing', 'flooding'] as const;
const base = ['none', 'none again'] as const;
type Kind = (typeof kinds)[number];

/**
 * What a bad shadow costs visitors. Slices without a shadow and with each kind alternate in one run, each time in another
 * order, and each kind has an avatar of its own. The brain answers at once, so the time of a turn is all the service's.
 * Two of the kinds have no shadow: their ratios tell how much the measurement varies. A ratio compares a slice's 99th
 * percentile with those of both slices without a shadow in the same round.
 */
export const shadowBench: Bench = async ({ signal, say }) => {
  const { rounds, sliceMs } = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  await using started = new AsyncDisposableStack();
  say('starting an endpoint, bad shadows, the service and its database');
  const file = (name: string) => new URL(name, import.meta.url);
  const load = '../../../server/src/testing/load';
  const endpoint = started.use(
    await startChild<EndpointReady>(file(`${load}/endpoint-program.ts`), { signal }),
  );
  const bad = started.use(await startChild<BadShadowReady>(file('./bad-shadow.ts'), { signal }));
  const service = started.use(
    await startChild<ServiceAddress>(file(`${load}/service-program.ts`), { signal }),
  );
  const { port, accountId } = service.ready;
  const operator = operatorClient(service.ready);
  const crowds = new Map<Kind, OpenCrowd>();
  for (const kind of kinds) {
    const avatarId = await operator.avatar(accountId, {
      name: kind,
      endpointUrl: endpoint.ready.url,
      ...(kind === 'none' || kind === 'none again'
        ? {}
        : { secondRole: 'shadow', secondEndpointUrl: `${bad.ready.url}/${kind}` }),
    });
    crowds.set(kind, started.use(await openCrowd(port, avatarId, clients, signal)));
  }
  const phasesMs = Array.from({ length: clients }, () => Math.random() * 1_000);
  for (const { crowd } of crowds.values()) await crowd.atOnePerSecond(phasesMs, warmUpMs);

  say(
    `${clients} sessions, each a turn a second, ${rounds} rounds of ${kinds.length} slices of ${sliceMs} ms`,
  );
  const slice = async (kind: Kind) => (await crowds.get(kind)?.crowd.atOnePerSecond(phasesMs, sliceMs)) ?? [];
  const played = await playRounds(kinds, rounds, slice, signal);
  const ratio = (kind: Kind) => played.ratio(kind, base, 0.99);
  for (const kind of kinds) {
    const ms = (share: number) => played.ms(kind, share).toFixed(2);
    say(`  ${kind}: p50 ${ms(0.5)} ms, p95 ${ms(0.95)}, p99 ${ms(0.99)}, ${ratio(kind).toFixed(3)} of none`);
  }
  return Object.fromEntries([
    ['none_p99_ms', rounded(played.ms('none', 0.99))],
    ['repeated_rounds', played.repeated],
    ...kinds.map((kind) => [`${kind.replace(' ', '_')}_p99_ratio`, rounded(ratio(kind))]),
  ]);
};
