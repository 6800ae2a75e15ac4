import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccounts } from '../accounts/index.ts';
import { createMemoryBus } from '../bus/index.ts';
import { Refusal } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestDatabase, testChange, testDatabase } from '../testing/index.ts';
import { createKeys, type KeyInput, type Keys } from './keys.ts';

describe('API keys', () => {
  let database: TestDatabase;
  let accountId: string;
  const clock = manualClock();
  const ownsNothing = { mustOwn: async () => {} };
  const made = new AsyncDisposableStack();
  const process = (): Keys => {
    const { topics } = createMemoryBus(clock);
    return made.use(createKeys({ sql: database.sql, topics, clock, avatars: ownsNothing }));
  };

  beforeAll(async () => {
    database = await testDatabase();
    ({ id: accountId } = await testChange(database.sql, (change) =>
      createAccounts(database.sql).create(change, { name: 'A', email: 'a@example.com' }),
    ));
  });
  afterAll(async () => {
    await made.disposeAsync();
    await database[Symbol.asyncDispose]();
  });

  const input: KeyInput = { name: 'test', permissions: ['read_avatars'] };
  const outcome = async (keys: Keys, key: string) => (await keys.check(key)).outcome;

  it('are stored only as a hash and four characters', async () => {
    const { key, record } = await testChange(database.sql, (change) =>
      process().create(change, accountId, input),
    );
    const [row] = await database.sql`select t::text as text, last4 from api_keys t where id = ${record.id}`;
    expect(row?.last4).toBe(key.slice(-4));
    expect(row?.text).not.toContain(key.slice('parley_live_'.length, -4));
    expect(JSON.stringify(record)).not.toContain(key.slice('parley_live_'.length, -4));
  });

  it.each([
    [
      'disabling',
      'disabled',
      (keys: Keys, id: string) =>
        testChange(database.sql, (change) => keys.setDisabled(change, { accountId: accountId, id }, true)),
    ],
    [
      'revoking',
      'revoked',
      (keys: Keys, id: string) =>
        testChange(database.sql, (change) => keys.revoke(change, { accountId: accountId, id })),
    ],
  ] as const)('%s bites at once in the same process', async (_what, then, change) => {
    const keys = process();
    const { key, record } = await testChange(database.sql, (change) => keys.create(change, accountId, input));
    expect(await outcome(keys, key)).toBe('good');
    await change(keys, record.id);
    expect(await outcome(keys, key)).toBe(then);
  });

  it.each([
    [
      'disabling',
      'disabled',
      (keys: Keys, id: string) =>
        testChange(database.sql, (change) => keys.setDisabled(change, { accountId: accountId, id }, true)),
    ],
    [
      'revoking',
      'revoked',
      (keys: Keys, id: string) =>
        testChange(database.sql, (change) => keys.revoke(change, { accountId: accountId, id })),
    ],
  ] as const)('%s bites within 5 s in a process that no message reaches', async (_what, then, change) => {
    const [here, elsewhere] = [process(), process()];
    const { key, record } = await testChange(database.sql, (change) => here.create(change, accountId, input));
    expect(await outcome(elsewhere, key)).toBe('good');
    await change(here, record.id);
    clock.advance(5_000);
    expect(await outcome(elsewhere, key)).toBe(then);
  });

  it('enabling makes a key good again, at once', async () => {
    const keys = process();
    const { key, record } = await testChange(database.sql, (change) => keys.create(change, accountId, input));
    await testChange(database.sql, (change) =>
      keys.setDisabled(change, { accountId: accountId, id: record.id }, true),
    );
    expect(await outcome(keys, key)).toBe('disabled');
    await testChange(database.sql, (change) =>
      keys.setDisabled(change, { accountId: accountId, id: record.id }, false),
    );
    expect(await outcome(keys, key)).toBe('good');
  });

  it('cannot be enabled once revoked, and stay revoked', async () => {
    const keys = process();
    const { key, record } = await testChange(database.sql, (change) => keys.create(change, accountId, input));
    await testChange(database.sql, (change) => keys.revoke(change, { accountId: accountId, id: record.id }));
    await expect(
      testChange(database.sql, (change) =>
        keys.setDisabled(change, { accountId: accountId, id: record.id }, false),
      ),
    ).rejects.toThrow(/revoked/);
    expect(await outcome(keys, key)).toBe('revoked');
  });

  it('keep the moment of the first revocation', async () => {
    const keys = process();
    const { record } = await testChange(database.sql, (change) => keys.create(change, accountId, input));
    const first = await testChange(database.sql, (change) =>
      keys.revoke(change, { accountId: accountId, id: record.id }),
    );
    const again = await testChange(database.sql, (change) =>
      keys.revoke(change, { accountId: accountId, id: record.id }),
    );
    expect(again.revokedAt).toEqual(first.revokedAt);
  });

  it('are looked up once by 100 requests at the same instant', async () => {
    const keys = process();
    const { key } = await testChange(database.sql, (change) => keys.create(change, accountId, input));
    await Promise.all(Array.from({ length: 100 }, async () => keys.check(key)));
    await keys.check(key);
    expect(keys.cacheCounts).toEqual({ hits: 1, misses: 100 });
  });

  it.each([
    [{ ...input, name: ' ' }, /name must not be empty/],
    [{ ...input, permissions: [] }, /at least one permission/],
    [{ ...input, permissions: ['read_avatars', 'fly'] }, /"fly" is not a permission.*read_session_state/],
    [{ ...input, avatarIds: [] }, /at least one\. Give no list/],
    [{ ...input, origins: [] }, /at least one\. Give no list/],
    [{ ...input, origins: ['shop.example.com'] }, /is not an origin/],
    [{ ...input, avatarIds: Array.from({ length: 1001 }, (_, i) => i + 1) }, /at most 1000/],
  ])('are not created from %j', async (wrong, message) => {
    await expect(
      testChange(database.sql, (change) => process().create(change, accountId, wrong)),
    ).rejects.toThrow(message);
    await expect(
      testChange(database.sql, (change) => process().create(change, accountId, wrong)),
    ).rejects.toThrow(Refusal);
  });

  it('are not created for an account that does not exist', async () => {
    await expect(
      testChange(database.sql, (change) => process().create(change, 'acc_nobody', input)),
    ).rejects.toThrow(/This account does not exist/);
  });

  it.each([0, -1, 1.5, 1_000_001, Number.NaN])('take no limit of %d', async (burst) => {
    const { record } = await testChange(database.sql, (change) => process().create(change, accountId, input));
    await expect(
      testChange(database.sql, (change) =>
        process().setLimits(change, { accountId: accountId, id: record.id }, { burst, rate: null }),
      ),
    ).rejects.toThrow(/whole number from 1/);
  });
});
