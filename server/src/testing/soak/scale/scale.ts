import { strict as assert } from 'node:assert';
import { type ServiceGroup, startServiceGroup } from '../../running/index.ts';
import { failedTurns } from './checks.ts';
import { startTraffic } from './traffic.ts';
import type { ScaleUsers } from './users.ts';

export type ScalePlan = {
  readonly sessions: number;
  /** They run one after the other, while all visitors talk. Every visitor must be answered at the end of each phase. */
  readonly phases: readonly Phase[];
  readonly redisProgram: string;
  /** Workers of each service. Default: 1. */
  readonly workers?: number;
};

export type Phase =
  /** Processes die at fixed intervals, whether or not all visitors have come back since the last kill. */
  | { readonly fault: 'kill'; readonly times: number; readonly everyMs: number }
  | { readonly fault: 'drain' }
  /** A process is killed this long after it began to hand its sessions over. */
  | { readonly fault: 'cut-drain'; readonly afterMs: number }
  /** Redis is killed, or the database paused, for this long. */
  | { readonly fault: 'kill-redis' | 'pause-database'; readonly forMs: number };

/**
 * Three processes behind a stateless load balancer, traffic on every endpoint, and faults. No turn is answered wrongly,
 * every session continues or ends properly, every event is delivered, and each endpoint gets one LOGIN and one LOGOUT.
 */
export async function scale(plan: ScalePlan, say: (line: string) => void): Promise<void> {
  await using group = await startServiceGroup({
    count: 3,
    redisProgram: plan.redisProgram,
    env: { WORKERS: String(plan.workers ?? 1) },
  });
  await using traffic = await startTraffic(group, plan.sessions);
  try {
    await injectFaults(plan.phases, group, traffic.users, say);
    say(traffic.users.failureKinds());
    say(await traffic.finish(plan.sessions * 0.05));
  } catch (error) {
    say(await failedTurns(group));
    throw error;
  }
}

async function injectFaults(
  phases: readonly Phase[],
  group: ServiceGroup,
  users: ScaleUsers,
  say: (line: string) => void,
): Promise<void> {
  say('everybody talks');
  const nextVictim = createVictims();
  for (const phase of phases) {
    const before = users.returns;
    await makeTrouble(phase, group, nextVictim);
    await users.everyoneIsAnswered(`after ${phase.fault}`);
    // While Redis or the database is unavailable, every visitor stays connected to the same process.
    if (phase.fault === 'pause-database' || phase.fault === 'kill-redis') assert.equal(users.returns, before);
    say(`${phase.fault}: ${users.report()}`);
  }
}

/** Each process is chosen in turn. */
function createVictims(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count % 3;
  };
}

async function makeTrouble(phase: Phase, group: ServiceGroup, nextVictim: () => number): Promise<void> {
  switch (phase.fault) {
    case 'kill':
      return await killByTheClock(phase, group, nextVictim);
    case 'drain': {
      const index = nextVictim();
      assert.equal((await group.services[index]?.stop())?.code, 0);
      return await group.start(index);
    }
    case 'cut-drain': {
      const index = nextVictim();
      const stopped = group.services[index]?.stop();
      await passed(phase.afterMs);
      await group.kill(index);
      await stopped?.catch(() => {});
      return await group.start(index);
    }
    case 'kill-redis':
      await group.redis.kill();
      await passed(phase.forMs);
      return await group.redis.restart();
    case 'pause-database': {
      const resume = await group.database.pause();
      await passed(phase.forMs);
      return resume();
    }
  }
}

async function killByTheClock(
  { times, everyMs }: { readonly times: number; readonly everyMs: number },
  group: ServiceGroup,
  nextVictim: () => number,
): Promise<void> {
  const begin = performance.now();
  const starts: Promise<void>[] = [];
  for (let kill = 0; kill < times; kill++) {
    await passed(begin + kill * everyMs - performance.now());
    const index = nextVictim();
    // A process that is still starting after its last kill is killed only when it is ready.
    await starts[kill - 3];
    await group.kill(index);
    starts.push(group.start(index));
  }
  await Promise.all(starts);
}

/** Waits. The traffic continues meanwhile. */
const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

const redisIsKilled = { fault: 'kill-redis', forMs: 5_000 } as const;

/**
 * A kill every 20 s for 3 minutes. Then the same with Redis lost twice and the database paused once. Then processes
 * hand their sessions over, and some of them are killed meanwhile.
 */
function longPhases(everyMs: number): readonly Phase[] {
  const threeMinutes = { fault: 'kill', times: 9, everyMs } as const;
  const oneMinute = { fault: 'kill', times: 3, everyMs } as const;
  return [
    threeMinutes,
    redisIsKilled,
    oneMinute,
    { fault: 'pause-database', forMs: everyMs * 1.5 },
    oneMinute,
    redisIsKilled,
    oneMinute,
    { fault: 'drain' },
    { fault: 'cut-drain', afterMs: 20 },
    { fault: 'cut-drain', afterMs: 100 },
    { fault: 'cut-drain', afterMs: 400 },
  ];
}

/** SCALE_SESSIONS and SCALE_KILL_EVERY_MS make it smaller, to try it. SCALE_WORKERS gives each service several processes. */
export const run = (): Promise<void> =>
  scale(
    {
      sessions: Number(process.env.SCALE_SESSIONS ?? 2_000),
      phases: longPhases(Number(process.env.SCALE_KILL_EVERY_MS ?? 20_000)),
      redisProgram: process.env.PARLEY_REDIS_SERVER ?? 'redis-server',
      workers: Number(process.env.SCALE_WORKERS ?? 1),
    },
    (line) => process.stdout.write(`${line}\n`),
  );
