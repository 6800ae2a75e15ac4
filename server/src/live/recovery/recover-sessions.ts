import type { Sql } from '../../db/index.ts';
import { claimAll, readAliveSessions } from '../store/alive-sessions.ts';
import { readLastAlive } from './heartbeat.ts';
import { type RestoreDeps, restoreSession } from './restore-session.ts';

/** Their rows and words are in memory at the same time. */
const batchSize = 100;

/** A process that runs alone takes over all sessions that were alive when the service stopped or was killed. */
export async function recoverSessions(deps: RestoreDeps & { readonly sql: Sql }): Promise<void> {
  const { sql, clock, log } = deps;
  const context = { lastAliveAt: (await readLastAlive(sql)) ?? clock.now(), memory: null };
  await claimAll(sql);
  let count = 0;
  for (let after = ''; ; ) {
    const alive = await readAliveSessions(sql, { after, limit: batchSize });
    const last = alive.at(-1);
    if (last === undefined) break;
    await Promise.all(alive.map((row) => restoreSession(row, context, deps)));
    count += alive.length;
    after = last.id;
  }
  if (count > 0) log.info({ count }, 'recovered live sessions');
}
