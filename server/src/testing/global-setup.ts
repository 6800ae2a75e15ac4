import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/index.ts';
import { makeSigningKeys } from './app/signing-keys.ts';
import { makeSeed, seededDataFolder } from './data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string };
  }
}

const template = 'parley';

/** One throw-away PostgreSQL for the whole run; its first database, with all migrations, is the template. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  if (Number.parseInt(process.versions.node, 10) < 24) throw new Error('Node is too old: run npm test');
  await using undo = new AsyncDisposableStack();
  undo.use(await makeSeed());
  const folder = undo.use(await seededDataFolder('postgres'));
  const server = undo.use(await startEmbedded({ folder: folder.path, durable: false }));
  await makeSigningKeys(server.url);
  const clusterUrl = new URL(server.url);
  clusterUrl.pathname = '/postgres';
  provide('postgres', { url: clusterUrl.href, template });
  const kept = undo.move();
  return () => kept.disposeAsync();
};
