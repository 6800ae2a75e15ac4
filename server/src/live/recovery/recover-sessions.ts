import type { Sql } from '../../db/index.ts';
import { claimAll, readAliveSessions } from '../store/alive-sessions.ts';
import { readLastAlive } from './heartbeat.ts';
import { type RestoreDeps, restoreSession } from './restore-session.ts';

/** A process that runs alone takes over all sessions that were alive when the service stopped or was killed. */
export async function recoverSessions(deps: RestoreDeps & { readonly sql: Sql }): Promise<void> {
  const { sql, clock, log } = deps;
  const context = { lastAliveAt: (await readLastAlive(sql)) ?? clock.now(), memory: null };
  await claimAll(sql);
  const alive = await readAliveSessions(sql);
  await Promise.all(alive.map((row) => restoreSession(row, context, deps)));
  if (alive.length > 0) log.info({ count: alive.length }, 'recovered live sessions');
}
