import { rounded } from '../../../server/src/kernel/index.ts';
import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { startChild } from '../../../server/src/testing/load/child.ts';
import { Crowd } from '../../../server/src/testing/load/crowd.ts';
import type { EndpointReady } from '../../../server/src/testing/load/endpoint-program.ts';
import { createJoining, inParallel, openConversation } from '../../../server/src/testing/load/joining.ts';
import { createServiceVisitor } from '../../../server/src/testing/load/service-visitor.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import type { Bench } from '../bench.ts';
import { playRounds } from '../load/rounds.ts';
import type { BadShadowReady } from './bad-shadow.ts';

const clients = 250;
const joinsAtOnce = 16;
const warmUpMs = 3_000;
const plans = { full: { rounds: 40, sliceMs: 2_000 }, quick: { rounds: 6, sliceMs: 2_000 } };
const kinds = ['none', 'control', 'hanging', 'crashing', 'flooding'] as const;
type Kind = (typeof kinds)[number];

/**
 * What a bad shadow costs visitors. Slices without a shadow and with each kind alternate in one run, each time in another
 * order, and each kind has an avatar of its own. The brain answers at once, so the time of a turn is all the service's.
 * The control has no shadow either: it tells how much the measurement varies. A ratio is the median over the rounds of
 * the slice's 99th percentile against that of the same round without a shadow.
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
  const crowds = new Map<Kind, Crowd>();
  for (const kind of kinds) {
    const avatarId = await operator.avatar(accountId, {
      name: kind,
      endpointUrl: endpoint.ready.url,
      ...(kind === 'none' || kind === 'control'
        ? {}
        : { secondRole: 'shadow', secondEndpointUrl: `${bad.ready.url}/${kind}` }),
    });
    const joining = started.use(createJoining(port, avatarId, joinsAtOnce));
    const crowd = started.use(new Crowd(signal));
    const joined = await inParallel(clients, joinsAtOnce, () => joining.join());
    crowd.add(
      joined.map(({ socket }) => {
        openConversation(socket);
        return createServiceVisitor(socket, crowd.onFault);
      }),
    );
    crowds.set(kind, crowd);
  }
  const phasesMs = Array.from({ length: clients }, () => Math.random() * 1_000);
  for (const crowd of crowds.values()) await crowd.atOnePerSecond(phasesMs, warmUpMs);

  say(
    `${clients} sessions, each a turn a second, ${rounds} rounds of ${kinds.length} slices of ${sliceMs} ms`,
  );
  const slice = async (kind: Kind) => (await crowds.get(kind)?.atOnePerSecond(phasesMs, sliceMs)) ?? [];
  const played = await playRounds(kinds, rounds, slice, signal);
  const ratio = (kind: Kind) => played.ratio(kind, 'none', 0.99);
  for (const kind of kinds) {
    const ms = (share: number) => played.ms(kind, share).toFixed(2);
    say(`  ${kind}: p50 ${ms(0.5)} ms, p95 ${ms(0.95)}, p99 ${ms(0.99)}, ${ratio(kind).toFixed(3)} of none`);
  }
  return Object.fromEntries([
    ['none_p99_ms', rounded(played.ms('none', 0.99))],
    ...kinds.slice(1).map((kind) => [`${kind}_p99_ratio`, rounded(ratio(kind))]),
  ]);
};
