import { strict as assert } from 'node:assert';
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { until } from '../../../live/testing/until.ts';
import { authenticate, enterSession } from '../../load/joining.ts';
import { operatorClient } from '../../running/index.ts';
import { type RunningService, startService } from '../../service.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type Resources, readResources, reportingEnvironment } from '../hostile-day/resources.ts';
import { frameScript } from './frame-script.ts';
import { type HttpTargets, httpSamples, httpScript } from './http-script.ts';
import { playFrames, playHttp, resetAtEveryByte } from './play.ts';

export type FuzzPlan = {
  readonly seed: number;
  /** How many rounds are played at least, and for how long. Each has 40 clients of each kind. */
  readonly rounds: number;
  readonly durationMs: number;
  /** How many requests are reset at every byte. */
  readonly everyByte: number;
};

export type FuzzResult = {
  readonly rounds: number;
  readonly sessions: number;
  readonly connections: number;
  readonly before: Resources;
  readonly after: Resources;
};

const clientsPerRound = 40;
/** A session that was dropped lives on for its grace period, and post-session tasks follow. */
const settleMs = 60_000;
/** Connections to the database come and go, and code that runs for the first time is compiled. */
const slack = { descriptors: 20, heapMb: 30, pssMb: 80 };

/** Feeds a service with odd frames and odd requests. It must serve an honest visitor after each round. */
export async function fuzz(plan: FuzzPlan, say: (line: string) => void): Promise<FuzzResult> {
  await using folder = await temporaryFolder('fuzz');
  const plenty = Object.fromEntries(
    ['JOIN_RATE', 'JOIN_BURST', 'EDGE_RATE', 'EDGE_BURST'].map((name) => [name, '100000']),
  );
  await using service = await startService({ env: { ...reportingEnvironment(folder.path), ...plenty } });
  const port = Number(new URL(service.url).port);
  const targets = await makeTargets(service);
  const resources = () => readResources(service, folder.path);
  let [rounds, sessions, connections] = [0, 0, 0];

  const round = async (seed: number): Promise<void> => {
    const ofFrames = fc.sample(frameScript, { seed, numRuns: clientsPerRound });
    const ofHttp = fc.sample(httpScript(targets), { seed, numRuns: clientsPerRound });
    await Promise.all([
      ...ofFrames.map(async (script, index) => {
        const { sessionId, ticket } = await authenticate(service.url, targets.avatar);
        await playFrames(port, script, { sessionId, ticket }, seed + index);
      }),
      ...ofHttp.map((script) => playHttp(port, script)),
    ]);
    sessions += ofFrames.length;
    connections += ofHttp.length;
    await checkAlive(service, targets, `seed ${plan.seed}, round ${rounds}`);
  };

  await checkAlive(service, targets, 'before');
  const idle = await resources();
  say(line('idle', idle));
  for (const sample of spread(httpSamples(targets), plan.everyByte)) {
    const bytes = Buffer.from(sample, 'latin1').subarray(0, 600);
    await resetAtEveryByte(port, bytes);
    connections += bytes.length;
  }
  // The first round loads code that stays in memory. Its connections must be gone before the comparison begins.
  await round(plan.seed - 1);
  const before = await settled(resources, (now) => now.descriptors <= idle.descriptors + slack.descriptors);
  say(line('quiet after the first round', before));
  const endMs = performance.now() + plan.durationMs;
  for (; rounds < plan.rounds || performance.now() < endMs; rounds++) {
    await round(plan.seed + rounds * clientsPerRound);
    if (rounds % 50 === 49)
      say(line(`after ${sessions} sessions and ${connections} connections`, await resources()));
  }
  const after = await settled(resources, (now) => isFlat(before, now));
  say(line(`at the end, after ${sessions} sessions and ${connections} connections`, after));
  const ending = await service.stop();
  assert.deepEqual(ending, { code: 0, signal: null }, service.output());
  return { rounds, sessions, connections, before, after };
}

async function makeTargets(service: RunningService): Promise<HttpTargets> {
  const operator = operatorClient(service);
  const account = `/v1/accounts/${await operator.firstAccount()}`;
  const { items: avatars } = await operator.call<{ items: { id: string }[] }>('GET', `${account}/avatars`);
  return { operatorToken: service.operatorToken, account, avatar: String(avatars[0]?.id) };
}

/** A visitor gets an answer, and the log has no error. */
async function checkAlive(service: RunningService, { avatar }: HttpTargets, when: string): Promise<void> {
  const errors = service
    .output()
    .split('\n')
    .filter((text) => /"level":"(?:error|fatal)"|"stack"/.test(text));
  assert.deepEqual(errors, [], when);
  const { wire } = await enterSession(service.url, avatar).catch((error: unknown) => {
    throw new Error(`${when}: nobody can join. ${service.output().slice(-3_000)}`, { cause: error });
  });
  wire.ready();
  wire.say('What can you do?');
  await until(`${when}: an answer`, () => wire.frames.some(({ type }) => type === 'sentence'));
  wire.send({ type: 'bye' });
  await wire.closing();
}

/** The resources once they are as they should be, or else after a while. */
async function settled(
  read: () => Promise<Resources>,
  isSettled: (now: Resources) => boolean,
): Promise<Resources> {
  const endMs = performance.now() + settleMs;
  let now = await read();
  while (!isSettled(now) && performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    now = await read();
  }
  return now;
}

export const isFlat = (before: Resources, after: Resources): boolean =>
  after.descriptors <= before.descriptors + slack.descriptors &&
  after.heapMb <= before.heapMb + slack.heapMb &&
  after.pssMb <= before.pssMb + slack.pssMb;

const line = (when: string, { descriptors, sockets, timers, heapMb, pssMb }: Resources): string =>
  `${when}: ${descriptors} descriptors, ${sockets} sockets, ${timers} timers, ${heapMb.toFixed(1)} MB of heap, ${pssMb.toFixed(0)} MB in all`;

const spread = <T>(all: readonly T[], count: number): T[] =>
  Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor((index * all.length) / count)],
  ).filter((one) => one !== undefined) as T[];

/** A seed that repeats a run: FUZZ_SEED=NUMBER. */
export const chosenSeed = (): number => Number(process.env.FUZZ_SEED ?? randomInt(1, 1_000_000_000));

export async function run(): Promise<void> {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const seed = chosenSeed();
  say(`seed ${seed}`);
  const result = await fuzz({ seed, rounds: 1, durationMs: 300_000, everyByte: 100 }, say);
  assert.ok(isFlat(result.before, result.after), JSON.stringify(result));
}
