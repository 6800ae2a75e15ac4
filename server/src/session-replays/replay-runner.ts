import { type Log, type SealedBox, startDeadline, startInterval } from '../kernel/index.ts';
import { logOutBegun, type PlayDeps, playSession, type Tally } from './play-session.ts';
import type { ClaimedReplay } from './replay.ts';
import { replayLimits } from './replay-limits.ts';
import { claimMs, claimReplay, doOthersWait, finishReplay, releaseClaim, renewClaim } from './replay-rows.ts';
import { readDueSessions } from './session-rows.ts';
import { countStoredTurns, type StoredTurns } from './turn-rows.ts';

export type ReplayRunnerDeps = PlayDeps & {
  readonly box: SealedBox;
  readonly log: Log;
  /** Null in tests, and in processes that play no replays. */
  readonly everyMs?: number | null;
};

const lookEveryMs = 2_000;
const stopLimitMs = 5_000;
const msAtOnce = replayLimits.minutesAtOnce * 60_000;
const longestMs = replayLimits.longestHours * 3_600_000;
/** It does not quote the brain, which may quote a visitor: this text stays when their turns and sessions are erased. */
const failedTooOften = `The other brain failed ${replayLimits.failures} times in a row, so the replay ended. Its turns and sessions say why.`;
const givenUp = `It was interrupted ${replayLimits.interruptions} times, so it was given up.`;
const storedTooMuch = `It ended because its turns take ${replayLimits.megabytes} MB, the most that a replay may store. Choose fewer sessions.`;
const lostKey =
  'Its key cannot be opened any more, because the service has another SECRET_KEY. Start a new replay.';
const tookTooLong = `It ended after ${replayLimits.longestHours} hours, the longest time that a replay may take. Choose fewer sessions.`;

/** Carries out the replays that no other process carries out, a few at a time. */
export function startReplayRunner(deps: ReplayRunnerDeps) {
  const { sql, box, log } = deps;
  /** With the account of each. */
  const running = new Map<Promise<void>, string>();
  const stopping = new AbortController();
  let isNothingDue = false;
  const looking = startInterval({
    everyMs: deps.everyMs === undefined ? lookEveryMs : deps.everyMs,
    async run() {
      while (!stopping.signal.aborted) {
        const hasRoom = running.size < replayLimits.replaysAtOnce;
        const accountsHere = [...running.values()];
        const replay = await claimReplay(sql, box, accountsHere, hasRoom);
        isNothingDue = replay === null && accountsHere.length === 0;
        if (replay === null) return;
        const run = carryOut(deps, replay, stopping.signal)
          .catch((error: unknown) =>
            log.error({ err: error, replayId: replay.id }, 'a replay was interrupted'),
          )
          .finally(() => running.delete(run));
        running.set(run, replay.accountId);
      }
    },
    onError: (error) => log.warn({ err: error }, 'could not look for replays'),
    stopLimitMs,
  });
  /** A process that plays no replays by itself leaves new ones to others. */
  const look = (): void => {
    if (deps.everyMs === null) return;
    looking.runNow().catch((error: unknown) => log.warn({ err: error }, 'could not look for replays'));
  };
  return {
    look,
    /** Plays what is due to its end. */
    async settled(): Promise<void> {
      while (!stopping.signal.aborted) {
        await looking.runNow();
        if (isNothingDue) return;
        await Promise.all(running.keys());
      }
    },
    async [Symbol.asyncDispose](): Promise<void> {
      stopping.abort();
      await looking[Symbol.asyncDispose]();
      await Promise.all(running.keys());
    },
  };
}

async function carryOut(deps: ReplayRunnerDeps, replay: ClaimedReplay, stopping: AbortSignal): Promise<void> {
  const { sql, log, clock } = deps;
  const facts = { replayId: replay.id, accountId: replay.accountId };
  const due = await readDueSessions(sql, replay.id);
  if (replay.hasLostKey) return await finishReplay(sql, replay, lostKey);
  // If a replay that was to be given up is interrupted once more, LOGOUT may be what ends its processes.
  if (replay.interruptions <= replayLimits.interruptions) await logOutBegun(deps, replay, due, stopping);
  if (stopping.aborted) return await releaseClaim(sql, replay);
  if (replay.isStopped) return await finishReplay(sql, replay, null);
  if (replay.interruptions >= replayLimits.interruptions) return await finishReplay(sql, replay, givenUp);
  const leftMs = longestMs - replay.ranMs;
  if (leftMs <= 0) return await finishReplay(sql, replay, tookTooLong);
  log.info({ ...facts, claim: replay.claim }, 'a replay begins');
  const over = new AbortController();
  const signal = AbortSignal.any([stopping, over.signal]);
  await using _renewal = startInterval({
    everyMs: claimMs / 3,
    async run() {
      if (!(await renewClaim(sql, replay))) over.abort();
    },
    onError: (error) => log.warn({ err: error, ...facts }, 'could not renew the claim on a replay'),
  });
  const tally = new ReplayTally(await countStoredTurns(sql, replay.id), () => over.abort());
  using deadline = startDeadline(leftMs);
  deadline.signal.addEventListener('abort', () => tally.end(tookTooLong));
  const next = due.values();
  const begunMs = clock.monotonicMs();
  let gaveWay = false;
  const play = async (): Promise<void> => {
    for (const session of next) {
      const isLong = clock.monotonicMs() - begunMs >= msAtOnce;
      gaveWay ||= isLong && (await doOthersWait(sql));
      if (gaveWay || signal.aborted) return;
      await playSession(deps, replay, session, tally, { signal, stopping });
    }
  };
  try {
    await Promise.all(Array.from({ length: replayLimits.sessionsAtOnce }, play));
  } catch (error) {
    over.abort();
    await releaseClaim(sql, replay);
    throw error;
  }
  if (stopping.aborted) return await releaseClaim(sql, replay);
  if (gaveWay && tally.problem === null) return await releaseClaim(sql, replay, { gaveWay });
  await finishReplay(sql, replay, tally.problem);
  log.info(facts, 'a replay is over');
}

/** Counts over all sessions of a replay, and ends it early. */
class ReplayTally implements Tally {
  readonly #giveUp: () => void;
  #turns: number;
  #bytes: number;
  #failures = 0;
  problem: string | null = null;

  constructor({ turns, bytes }: StoredTurns, giveUp: () => void) {
    this.#turns = turns;
    this.#bytes = bytes;
    this.#giveUp = giveUp;
  }

  takeTurn(): boolean {
    this.#turns += 1;
    return this.#turns <= replayLimits.turns;
  }

  answered(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= replayLimits.failures) this.end(failedTooOften);
  }

  stored(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= replayLimits.megabytes * 1_000_000) this.end(storedTooMuch);
  }

  /** Says why. The first reason counts. */
  end(problem: string): void {
    if (this.problem !== null) return;
    this.problem = problem;
    this.#giveUp();
  }
}
