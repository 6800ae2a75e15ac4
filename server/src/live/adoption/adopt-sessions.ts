import { ticketLifetimeMs } from '@parley/protocol';
import type { Sql } from '../../db/index.ts';
import { claimTasksOf, type EndedSession } from '../post-session/pending-tasks.ts';
import { type RestoreDeps, restoreSession } from '../recovery/restore-session.ts';
import {
  type AliveSession,
  claimSessionsOf,
  claimUnownedSessions,
  ownsAny,
} from '../store/alive-sessions.ts';
import { unowned } from '../store/session-row.ts';
import type { Processes } from './processes.ts';

export type AdoptionDeps = RestoreDeps & {
  readonly sql: Sql;
  readonly processes: Processes;
  /** Starts the post-session tasks of a session. */
  startTasks(session: EndedSession): void;
};

/** Claims are this small so that the remaining processes share the sessions. */
const batchSize = 100;
/** How long a client that was sent away may take to reach another process before any process adopts its session. */
const comeBackMs = 2_000;

/**
 * Takes over all sessions of an owner that is gone, including ended ones with post-session tasks. False if some are
 * left, for example because other processes are claiming them at the same time.
 */
export async function adoptSessionsOf(
  owner: string | null,
  lastAliveAt: number,
  deps: AdoptionDeps,
  signal?: AbortSignal,
): Promise<boolean> {
  const { sql, processes, log } = deps;
  let count = 0;
  for (let after = '', claimed = batchSize; claimed > 0 && !signal?.aborted; ) {
    const rows = await claimSessionsOf(sql, owner, processes.id, { after, limit: batchSize });
    await restoreAll(rows, lastAliveAt, deps);
    claimed = rows.length;
    count += claimed;
    after =
      rows
        .map(({ id }) => id)
        .toSorted()
        .at(-1) ?? after;
  }
  await adoptTasksOf(owner, deps, signal);
  if (count > 0) log.info({ count, owner }, 'took over sessions');
  return !(await ownsAny(sql, owner));
}

/** Takes over sessions that no process holds and no client has come for. */
export async function adoptUnownedSessions(deps: AdoptionDeps): Promise<void> {
  const now = deps.clock.now();
  const times = {
    createdBefore: now - ticketLifetimeMs,
    droppedBefore: now - comeBackMs,
    limit: batchSize,
  };
  for (let claimed = batchSize; claimed === batchSize; ) {
    const rows = await claimUnownedSessions(deps.sql, deps.processes.id, times);
    await restoreAll(rows, now, deps);
    claimed = rows.length;
  }
  await adoptTasksOf(unowned, deps);
}

async function restoreAll(
  rows: readonly AliveSession[],
  lastAliveAt: number,
  deps: AdoptionDeps,
): Promise<void> {
  await Promise.all(rows.map((row) => restoreSession(row, { lastAliveAt, memory: null }, deps)));
}

async function adoptTasksOf(owner: string | null, deps: AdoptionDeps, signal?: AbortSignal): Promise<void> {
  for (let claimed = batchSize; claimed === batchSize && !signal?.aborted; ) {
    const sessions = await claimTasksOf(deps.sql, owner, deps.processes.id, batchSize);
    for (const session of sessions) deps.startTasks(session);
    claimed = sessions.length;
  }
}
