import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccounts } from '../accounts/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestDatabase, testChange, testDatabase } from '../testing/index.ts';
import { createManagementKeys, type ManagementKeyInput } from './management-keys.ts';

describe('management keys', () => {
  let database: TestDatabase;
  let accountId: string;
  const clock = manualClock(Date.now());
  const keys = () => createManagementKeys({ sql: database.sql, clock });
  const create = (input: Partial<ManagementKeyInput> = {}) =>
    testChange(database.sql, (change) =>
      keys().create(change, accountId, { name: 'Pipeline', scopes: ['avatars:read'], ...input }),
    );

  beforeAll(async () => {
    database = await testDatabase();
    ({ id: accountId } = await testChange(database.sql, (change) =>
      createAccounts(database.sql).create(change, { name: 'A', email: 'a@example.com' }),
    ));
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('are stored as a hash and four characters', async () => {
    const { key, record } = await create();
    expect(key).toMatch(/^pmk_[0-9A-Za-z]{40}$/);
    const [row] = await database.sql`select t::text as text from management_keys t where id = ${record.id}`;
    expect(row?.text).not.toContain(key.slice(4, -4));
    const log = await database.sql`select a::text as text from audit_log a where target_id = ${record.id}`;
    expect(JSON.stringify(log)).not.toContain(key.slice(4, -4));
  });

  it('are good until they expire', async () => {
    const { key, record } = await create({ expiresAt: clock.now() + 60_000 });
    expect(await keys().check(key)).toMatchObject({ outcome: 'good', key: { id: record.id } });
    expect(keys().stateOf(record)).toBe('active');
    clock.advance(60_000);
    expect(await keys().check(key)).toEqual({ outcome: 'expired' });
    expect(keys().stateOf(record)).toBe('expired');
  });

  it('are refused at once in every process after they are revoked, and revoking again changes nothing', async () => {
    const { key, record } = await create();
    const revoke = () => testChange(database.sql, (change) => keys().revoke(change, accountId, record.id));
    expect((await revoke()).revokedAt).not.toBeNull();
    expect(await keys().check(key)).toEqual({ outcome: 'revoked' });
    await revoke();
    const entries = await database.sql`
      select from audit_log where target_id = ${record.id} and action = 'managementKeys.revoke'`;
    expect(entries).toHaveLength(1);
  });

  it('show when they were last used', async () => {
    const { key, record } = await create();
    expect(record.lastUsedAt).toBeNull();
    await keys().check(key);
    expect(await keys().check(key)).toMatchObject({ key: { lastUsedAt: expect.any(Number) } });
  });

  it.each(['', 'pmk_', `pmk_${'a'.repeat(40)}`, 'parley_live_x', '\0'])('do not include %j', async (text) => {
    expect(await keys().check(text)).toEqual({ outcome: 'unknown' });
  });

  it.each<[Partial<ManagementKeyInput>, RegExp]>([
    [{ name: ' ' }, /name must not be empty/],
    [{ scopes: [] }, /at least one scope/],
    [{ scopes: ['everything'] }, /is not a scope/],
    [{ expiresAt: 1 }, /in the future/],
  ])('are not created with %j', async (input, message) => {
    await expect(create(input)).rejects.toThrow(message);
  });

  it('are at most 500 in an account, also if several are created at the same instant', async () => {
    const { id: full } = await testChange(database.sql, (change) =>
      createAccounts(database.sql).create(change, { name: 'Full', email: 'full@example.com' }),
    );
    const one = () =>
      testChange(database.sql, (change) =>
        keys().create(change, full, { name: 'Pipeline', scopes: ['avatars:read'] }),
      );
    await one();
    await database.sql`
      insert into management_keys (id, account_id, name, hash, last4, scopes, created_by)
      select id || number, account_id, name, sha256(number::text::bytea), last4, scopes, created_by
      from management_keys, generate_series(1, 498) as number where account_id = ${full}`;
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, one));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(one()).rejects.toThrow('at most 500 management keys');
  });

  it('of another account cannot be revoked', async () => {
    const { record } = await create();
    const foreign = testChange(database.sql, (change) => keys().revoke(change, 'acc_other', record.id));
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
  });
});
