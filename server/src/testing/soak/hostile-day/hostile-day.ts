import { strict as assert } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import { scopeNames } from '@parley/protocol/management';
import { percentile, rounded } from '../../../kernel/index.ts';
import { until } from '../../../live/testing/until.ts';
import { waitFor } from '../../../processes/index.ts';
import { operatorClient } from '../../running/index.ts';
import { type RunningService, startService } from '../../service.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type Attackers, startAttackers } from './attackers.ts';
import { type HonestUsers, ownerEmail, startHonestUsers } from './honest-users.ts';
import { type Resources, readResources, reportingEnvironment } from './resources.ts';
import { proxyAddress, type Targets } from './targets.ts';

export type DayPlan = {
  /** Slices without and with attackers alternate, so that both see the same machine. */
  readonly pairs: number;
  readonly sliceMs: number;
  readonly attemptsPerSecond: number;
};

export type UseResult = {
  readonly use: string;
  readonly served: number;
  readonly quietMs: number;
  readonly attackMs: number;
  /** The p95 of all uses under attack divided by the p95 of all uses without one. */
  readonly growth: number;
};

export type DayResult = {
  readonly uses: readonly UseResult[];
  readonly attempts: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  readonly before: Resources;
  readonly during: readonly Resources[];
  readonly after: Resources;
  readonly output: string;
};

/** Between two uses of a kind. */
const pauseMs = 100;
const maxGrowth = 1.2;
/** Connections to the database and of honest users come and go. */
const slack = 20;

/** Attacks of every kind on a running service, beside honest users. */
export async function hostileDay(plan: DayPlan, say: (line: string) => void): Promise<DayResult> {
  await using folder = await temporaryFolder('hostile-day');
  const env = {
    ...reportingEnvironment(folder.path),
    TRUSTED_PROXIES: proxyAddress,
    // All honest users have one address.
    JOIN_RATE: '1000',
    JOIN_BURST: '1000',
  };
  await using service = await startService({ env });
  await using honest = await startHonestUsers(service);
  await using attackers = await startAttackers();
  const targets = await makeTargets(service, honest, attackers);
  const attempts: Record<string, number> = {};
  const failures: string[] = [];
  const resources = () => readResources(service, folder.path);
  const underAttack = async <T>(work: () => Promise<T>): Promise<T> => {
    await attackers.begin(targets, plan.attemptsPerSecond);
    try {
      return await work();
    } finally {
      for (const [kind, count] of Object.entries(await attackers.end()))
        attempts[kind] = (attempts[kind] ?? 0) + count;
    }
  };
  const slice = () => useAll(honest, plan.sliceMs, failures);

  await underAttack(slice);
  const before = await settled(resources, await resources());
  say(line('before', before));
  const pairs: { quiet: Times; attack: Times }[] = [];
  const during: Resources[] = [];
  for (let pair = 0; pair < plan.pairs; pair++) {
    const quiet = await slice();
    const attack = await underAttack(async () => {
      const times = await slice();
      during.push(await resources());
      return times;
    });
    pairs.push({ quiet, attack });
    say(line(`attack ${pair + 1}`, during.at(-1) ?? before));
    await calm(resources, before);
  }
  const after = await settled(resources, before);
  say(line('after', after));
  const uses = Object.keys(honest.uses).map((use) => compare(use, pairs));
  for (const use of uses) say(JSON.stringify(use));
  say(JSON.stringify(attempts));
  return { uses, attempts, failures, before, during, after, output: service.output() };
}

type Times = Readonly<Record<string, readonly number[]>>;

async function makeTargets(
  service: RunningService,
  { avatar, privateAvatar }: HonestUsers,
  { providerUrl }: Attackers,
): Promise<Targets> {
  const operator = operatorClient(service);
  const id = await operator.account('Hostile');
  const { key } = await operator.call<{ key: string }>('POST', `/v1/accounts/${id}/management-keys`, {
    name: 'x',
    scopes: scopeNames,
  });
  const { id: webhookId } = await operator.webhook(id, 'hostile', `${providerUrl}/webhook`);
  const hostileAvatar = await operator.avatar(id, {
    name: 'Eve',
    brain: 'model',
    modelUrl: providerUrl,
    modelName: 'm',
    voice: { provider: 'openai', voice: 'alloy', url: providerUrl },
    webhookId,
  });
  return {
    port: Number(new URL(service.url).port),
    openAvatar: avatar,
    privateAvatar,
    ownerEmail,
    hostileAccount: id,
    hostileKey: key,
    hostileAvatar,
  };
}

/** All honest uses at the same time, each again and again. */
async function useAll({ uses }: HonestUsers, sliceMs: number, failures: string[]): Promise<Times> {
  const endMs = performance.now() + sliceMs;
  const again = async (name: string, use: () => Promise<number>): Promise<[string, number[]]> => {
    const times: number[] = [];
    while (performance.now() < endMs) {
      await use().then(
        (ms) => times.push(ms),
        (error: unknown) => failures.push(`${name}: ${error}`),
      );
      await pause(pauseMs);
    }
    return [name, times];
  };
  return Object.fromEntries(await Promise.all(Object.entries(uses).map(([name, use]) => again(name, use))));
}

/** The resources after the remains of the attack are gone. Sessions whose visitor may come back stay for a while. */
async function settled(resources: () => Promise<Resources>, before: Resources): Promise<Resources> {
  let last = before;
  await waitFor(
    async () => {
      const now = await resources();
      const isSettled = isFlat(now, last);
      last = now;
      return isSettled || undefined;
    },
    { limitMs: 120_000, everyMs: 2_000 },
  );
  return last;
}

const isFlat = (now: Resources, before: Resources): boolean =>
  now.descriptors <= before.descriptors + slack && now.timers <= before.timers + slack;

/** The next slice without attackers begins when their connections are gone. */
const calm = (resources: () => Promise<Resources>, before: Resources): Promise<unknown> =>
  until('the connections of the attackers are gone', async () => {
    const { descriptors } = await resources();
    return descriptors <= before.descriptors + slack;
  });

/** A slice has some sixty uses of a kind, too few for a p95. All slices of a kind together have enough. */
function compare(use: string, pairs: readonly { quiet: Times; attack: Times }[]): UseResult {
  const quiet = pairs.flatMap((pair) => pair.quiet[use] ?? []);
  const attack = pairs.flatMap((pair) => pair.attack[use] ?? []);
  const [quietMs, attackMs] = [percentile(quiet, 0.95), percentile(attack, 0.95)];
  return {
    use,
    served: quiet.length + attack.length,
    quietMs: rounded(quietMs),
    attackMs: rounded(attackMs),
    growth: rounded(attackMs / quietMs),
  };
}

const line = (when: string, { descriptors, timers, sockets, heapMb, pssMb }: Resources): string =>
  `${when.padEnd(10)} ${descriptors} descriptors, ${timers} timers, ${sockets} sockets, ${Math.round(heapMb)} MB of heap, ${Math.round(pssMb)} MB in all`;

/** Asserts what holds on a machine of any speed. */
export function checkDay({ failures, before, during, after, output, attempts, uses }: DayResult): void {
  assert.deepEqual(failures, [], 'honest users were not served');
  assert.ok(isFlat(after, before), `left open: ${line('after', after)}, and ${line('before', before)}`);
  for (const now of during) {
    const most = before.descriptors + maxConnections + slack;
    assert.ok(now.descriptors <= most, `too much was open: ${line('during', now)}`);
  }
  assert.ok(
    after.heapMb <= before.heapMb * 1.5 + 30,
    `the heap grew: ${after.heapMb} from ${before.heapMb} MB`,
  );
  assert.ok(after.pssMb <= before.pssMb * 1.5 + 100, `memory grew: ${after.pssMb} from ${before.pssMb} MB`);
  for (const { use, served } of uses) assert.ok(served > 0, `${use} was never tried`);
  assert.ok(Object.keys(attempts).length >= 20, 'some attacks were not made');
  assert.doesNotMatch(output, /"level":"(error|fatal)"/);
}

/** Connections of the attackers, and of the service to their provider. */
const maxConnections = 1_000;

const attemptsOfDay = 8_640;

/** The attempts of a day, one every 10 s, within 10 minutes. Every second slice is quiet. */
export async function run(): Promise<void> {
  const plan = { pairs: 20, sliceMs: 15_000, attemptsPerSecond: 29 };
  const result = await hostileDay(plan, (text) => process.stdout.write(`${text}\n`));
  checkDay(result);
  const attemptCount = Object.values(result.attempts).reduce((sum, count) => sum + count, 0);
  assert.ok(attemptCount >= attemptsOfDay, `only ${attemptCount} attempts were made`);
  for (const { use, growth } of result.uses)
    assert.ok(growth <= maxGrowth, `${use}: the p95 of honest users grew to ${growth} times`);
}
