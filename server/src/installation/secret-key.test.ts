import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSealedBox } from '../kernel/index.ts';
import { type TestDatabase, temporaryFolder, testDatabase } from '../testing/index.ts';
import { checkSecretKey, readSecretKeys, resealMark, WrongSecretKey } from './secret-key.ts';

describe('the mark of the secret key', () => {
  let database: TestDatabase;
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const box = (...keys: Buffer[]) => createSealedBox(keys);

  beforeEach(async () => {
    database = await testDatabase();
    return () => database[Symbol.asyncDispose]();
  });

  it('is set by the first key and opens for no other', async () => {
    const { sql } = database;
    await checkSecretKey(sql, box(oldKey));
    await checkSecretKey(sql, box(oldKey));
    await expect(checkSecretKey(sql, box(newKey))).rejects.toThrow(WrongSecretKey);
  });

  it('moves to the new key only when that is asked for, so that a rotation that was cut off is noticed', async () => {
    const { sql } = database;
    await checkSecretKey(sql, box(oldKey));
    await checkSecretKey(sql, box(newKey, oldKey));
    await expect(checkSecretKey(sql, box(newKey))).rejects.toThrow(WrongSecretKey);
    await resealMark(sql, box(newKey, oldKey));
    await checkSecretKey(sql, box(newKey));
    await expect(checkSecretKey(sql, box(oldKey))).rejects.toThrow(WrongSecretKey);
  });

  it('is noticed when it was tampered with', async () => {
    const { sql } = database;
    await checkSecretKey(sql, box(oldKey));
    await sql`update installation set value = 'rubbish' where name = 'secret-key-mark'`;
    await expect(checkSecretKey(sql, box(oldKey))).rejects.toThrow(WrongSecretKey);
  });
});

describe('the key of the data folder', () => {
  it('is made once', async () => {
    await using folder = await temporaryFolder();
    const made = await readSecretKeys(folder.path);
    expect(made.map(({ length }) => length)).toEqual([32]);
    expect(await readSecretKeys(folder.path)).toEqual(made);
  });
});
