import type { TestProject } from 'vitest/node';
import { connect, startEmbedded } from '../db/index.ts';
import { createLog } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { makeSigningKeys } from './app/signing-keys.ts';
import { isRunByName } from './by-name.ts';
import { makeSeed, seededDataFolder } from './data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string };
  }
}

const template = 'parley';

/** Most statements of a test run once or twice on a connection, and PostgreSQL would plan each of the first five times. */
const planOnce = async (url: string): Promise<void> => {
  const sql = connect({ url, max: 1 });
  await sql`alter role current_user set plan_cache_mode = force_generic_plan`;
  await sql.end();
};

/** Every app of a test has the same clock, and would create the same partitions. For a few tests this costs more than it saves. */
const makePartitions = async (url: string): Promise<void> => {
  if (isRunByName) return;
  const { maintainPartitions } = await import('../delivery/index.ts');
  const sql = connect({ url, max: 2 });
  await maintainPartitions({ sql, clock: manualClock(), log: createLog('warn') });
  await sql.end();
};

/** One throw-away PostgreSQL for the whole run; its first database, with all migrations, is the template. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  if (Number.parseInt(process.versions.node, 10) < 24) throw new Error('Node is too old: run npm test');
  await using undo = new AsyncDisposableStack();
  undo.use(await makeSeed());
  const folder = undo.use(await seededDataFolder('postgres'));
  const server = undo.use(await startEmbedded({ folder: folder.path, durable: false }));
  await makeSigningKeys(server.url);
  await makePartitions(server.url);
  await planOnce(server.url);
  const clusterUrl = new URL(server.url);
  clusterUrl.pathname = '/postgres';
  provide('postgres', { url: clusterUrl.href, template });
  const kept = undo.move();
  return () => kept.disposeAsync();
};
