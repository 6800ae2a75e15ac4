import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bus } from '../bus/index.ts';
import type { Sql } from '../db/index.ts';
import type { Readiness } from '../http/index.ts';
import { type Clock, errorCode, sleep } from '../kernel/index.ts';

const probeTimeoutMs = 1_000;
/** Anybody may ask, so a good result is remembered. */
const goodForMs = 2_000;
const probeBytes = 64 * 1024;

export type ReadinessDeps = {
  readonly sql: Sql;
  readonly link: Bus['link'];
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Null if the service keeps nothing on this machine. */
  readonly dataFolder: string | null;
};

/**
 * What /readyz says. Without the database no visitor can join. Without the data folder, and without the link to other
 * processes, most things work.
 */
export function createReadiness(deps: ReadinessDeps): (state: { draining: boolean }) => Promise<Readiness> {
  const { clock, sql, dataFolder } = deps;
  const findDatabaseProblem = probe(clock, 'the database does not answer', () => databaseProblem(sql));
  const findFolderProblem = probe(clock, 'the data folder does not answer', () => folderProblem(dataFolder));
  return async ({ draining }) => {
    if (draining) return { serves: false, reasons: ['the service is stopping'] };
    const [database, folder] = await Promise.all([findDatabaseProblem(), findFolderProblem()]);
    const reasons = [database, folder, linkProblem(deps.link)].filter((reason) => reason !== null);
    return { serves: database === null, reasons };
  };
}

/** Runs a check once at a time. Callers share its result, and wait for it only so long. */
function probe(
  clock: ReadinessDeps['clock'],
  late: string,
  check: () => Promise<string | null>,
): () => Promise<string | null> {
  let running: Promise<string | null> | null = null;
  let goodUntilMs = Number.NEGATIVE_INFINITY;
  const run = async () => {
    const problem = await check();
    if (problem === null) goodUntilMs = clock.monotonicMs() + goodForMs;
    running = null;
    return problem;
  };
  return async () => {
    if (clock.monotonicMs() < goodUntilMs) return null;
    running ??= run();
    const waiting = new AbortController();
    const timeout = sleep(probeTimeoutMs, waiting.signal).then(() => late);
    return await Promise.race([running, timeout]).finally(() => waiting.abort());
  };
}

function linkProblem({ kind, isUp, countsLimits }: Bus['link']): string | null {
  if (kind === 'none') return null;
  if (isUp())
    return countsLimits() ? null : 'the common limits cannot be counted, so limits count per process';
  const away = kind === 'redis' ? 'Redis is not connected' : 'the parent process is gone';
  return `${away}: sessions of other processes cannot be reached, limits count per process`;
}

const problems: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '53100': 'the disk of the database is full',
};

/**
 * Why the database cannot be used right now; null if it can. It must be able to write: a row, and a temporary file,
 * because on a full disk a row may still fit into space that the database has.
 */
async function databaseProblem(sql: Sql): Promise<string | null> {
  try {
    await sql.begin(async (tx) => {
      await tx`set local work_mem = '64kB'`;
      await tx`select count(*) from generate_series(1, 20000)`;
      await tx`
        insert into installation (name, value) values ('readiness', now()::text)
        on conflict (name) do update set value = excluded.value`;
    });
    return null;
  } catch (error) {
    const code = String(errorCode(error));
    if (/^(53|58|XX)/.test(code)) return problems[code] ?? 'the database cannot store anything';
    return problems[code] ?? 'the database cannot be reached';
  }
}

async function folderProblem(folder: string | null): Promise<string | null> {
  if (folder === null) return null;
  const file = join(folder, `.readiness-${process.pid}`);
  try {
    await writeFile(file, Buffer.alloc(probeBytes), { mode: 0o600 });
    return null;
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk of the data folder is full'
      : 'the data folder cannot be written';
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}
