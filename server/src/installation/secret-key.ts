import { randomBytes } from 'node:crypto';
import { secretFile } from '../data-folder/index.ts';
import type { SealedColumn, Sql } from '../db/index.ts';
import { SealError, type SealedBox } from '../kernel/index.ts';
import { readValue, storeOnce } from './installation-values.ts';

const markContext = 'installation:secret-key-mark';
const markText = 'parley';

/** The keys in the settings do not open the secrets in this database. */
export class WrongSecretKey extends Error {
  override name = 'WrongSecretKey';
}

/** The key for the database of a data folder. It is created at the first start. */
export async function readSecretKeys(dataFolder: string): Promise<readonly Buffer[]> {
  const text = await secretFile(dataFolder, 'secret.key', () => randomBytes(32).toString('base64'));
  return [Buffer.from(text, 'base64')];
}

/**
 * A sealed mark in the database shows whether the secrets there were sealed with this key, so that a lost or mistyped
 * key is noticed at the start and not when the first customer needs it.
 */
export async function checkSecretKey(sql: Sql, box: SealedBox): Promise<void> {
  const sealed = await storeOnce(sql, 'secret-key-mark', box.seal(markText, markContext));
  try {
    if (box.open(sealed, markContext) !== markText) throw new SealError('the mark is another one');
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new WrongSecretKey(
      'SECRET_KEY is not the key that sealed the secrets in this database. Set it to the old key, or to "new,old" to rotate.',
    );
  }
}

/** What else is sealed in the table of the installation. A start seals it again, too, but another process may change it. */
export const sealedInstallationValues: SealedColumn = {
  table: 'installation',
  column: 'value',
  keys: ['name'],
  context: ([name]) => `installation:${name}`,
  where: "name in ('session-token-key', 'sign-in-secret')",
};

/** Runs after everything else was sealed again: until then only the old key may open the mark. */
export async function resealMark(sql: Sql, box: SealedBox): Promise<void> {
  const sealed = await readValue(sql, 'secret-key-mark');
  if (sealed === null || !box.isStale(sealed)) return;
  const again = box.seal(markText, markContext);
  await sql`update installation set value = ${again} where name = 'secret-key-mark' and value = ${sealed}`;
}
