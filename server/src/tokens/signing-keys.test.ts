import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resealColumn } from '../db/index.ts';
import { createSealedBox, SealError } from '../kernel/index.ts';
import { type TestDatabase, testDatabase } from '../testing/index.ts';
import { sealedSigningKeys } from './signing-key-rows.ts';
import { loadSigningKeys } from './signing-keys.ts';

describe('signing keys', () => {
  let database: TestDatabase;
  const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const box = createSealedBox([oldKey]);

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('are made once, also by processes that start at the same instant, and found again', async () => {
    const [one, other] = await Promise.all([
      loadSigningKeys(database.sql, box),
      loadSigningKeys(database.sql, box),
    ]);
    const later = await loadSigningKeys(database.sql, box);
    const ids = (keys: typeof one) => keys.map((key) => `${key.algorithm} ${key.id}`).sort();
    expect(ids(one)).toEqual([expect.stringMatching(/^EdDSA /), expect.stringMatching(/^RS256 /)]);
    expect(ids(other)).toEqual(ids(one));
    expect(ids(later)).toEqual(ids(one));
  });

  it('are published as they are: the public half of what signs', async () => {
    for (const { privateKey, publicJwk, id } of await loadSigningKeys(database.sql, box)) {
      expect(publicJwk).toMatchObject(createPublicKey(privateKey).export({ format: 'jwk' }));
      expect(publicJwk.kid).toBe(id);
    }
  });

  it('are sealed in the database', async () => {
    const rows = await database.sql<{ text: string }[]>`select t::text as text from signing_keys t`;
    expect(rows).toHaveLength(2);
    for (const { text } of rows) expect(text).not.toMatch(/PRIVATE|"d"|"p"/);
  });

  it('do not open under another key', async () => {
    await expect(loadSigningKeys(database.sql, createSealedBox([newKey]))).rejects.toThrow(SealError);
  });

  it('are sealed again under a new key, once, and stay the same keys', async () => {
    const before = await loadSigningKeys(database.sql, box);
    const rotating = createSealedBox([newKey, oldKey]);
    expect(await resealColumn(database.sql, rotating, sealedSigningKeys)).toEqual({
      resealed: 2,
      unreadable: 0,
    });
    expect(await resealColumn(database.sql, rotating, sealedSigningKeys)).toEqual({
      resealed: 0,
      unreadable: 0,
    });
    const after = await loadSigningKeys(database.sql, createSealedBox([newKey]));
    expect(after.map((key) => key.id)).toEqual(before.map((key) => key.id));
  });
});
