import type { Bus } from './bus/index.ts';
import type { Sql } from './db/index.ts';
import type { Readiness } from './http/index.ts';
import { sleep } from './kernel/index.ts';

const databaseTimeoutMs = 1_000;

/**
 * What /readyz says. Without the database no visitor can join. Without the link to other processes most things work.
 */
export async function readiness(deps: {
  readonly sql: Sql;
  readonly link: Bus['link'];
  readonly draining: boolean;
}): Promise<Readiness> {
  if (deps.draining) return { serves: false, reasons: ['the service is stopping'] };
  const database = await databaseProblem(deps.sql);
  const link = linkProblem(deps.link);
  return { serves: database === null, reasons: [database, link].filter((reason) => reason !== null) };
}

function linkProblem({ kind, isUp, countsLimits }: Bus['link']): string | null {
  if (kind === 'none') return null;
  if (isUp())
    return countsLimits() ? null : 'the common limits cannot be counted, so limits count per process';
  const away = kind === 'redis' ? 'Redis is not connected' : 'the parent process is gone';
  return `${away}: sessions of other processes cannot be reached, limits count per process`;
}

/** Why the database cannot be used right now; null if it can. */
async function databaseProblem(sql: Sql): Promise<string | null> {
  const answer = sql<{ readOnly: boolean }[]>`
    select current_setting('transaction_read_only')::boolean as "readOnly"`.then(
    ([row]) => (row?.readOnly ? 'the database is read-only' : null),
    () => 'the database cannot be reached',
  );
  const waiting = new AbortController();
  const timeout = sleep(databaseTimeoutMs, waiting.signal).then(() => 'the database does not answer');
  return await Promise.race([answer, timeout]).finally(() => waiting.abort());
}
