import { connect, startEmbedded } from '../../db/index.ts';
import { makeSeed, seededDataFolder } from '../data-folder.ts';
import type { TestDatabase } from '../test-database.ts';

/** A PostgreSQL for one soak. Tests share one. */
export async function soakDatabase(): Promise<TestDatabase> {
  await using undo = new AsyncDisposableStack();
  undo.use(await makeSeed());
  const folder = undo.use(await seededDataFolder('soak'));
  const { url } = undo.use(await startEmbedded({ folder: folder.path, durable: false }));
  const sql = undo.adopt(connect({ url, max: 10 }), (opened) => opened.end({ timeout: 1 }));
  const kept = undo.move();
  return { sql, url, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
