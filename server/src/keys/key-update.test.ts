import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bus, createMemoryBus } from '../bus/index.ts';
import { Refusal } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestApp, testApp } from '../testing/app/index.ts';
import { testChange } from '../testing/index.ts';
import { createKeys, type KeyChange, type Keys } from './keys.ts';

describe('an API key that is changed', () => {
  let test: TestApp;
  let accountId: string;
  let avatarId: number;
  let strangerId: number;
  const clock = manualClock();
  const made = new AsyncDisposableStack();
  const process = (bus: Bus = createMemoryBus(clock)): Keys =>
    made.use(createKeys({ sql: test.sql, topics: bus.topics, clock, avatars: test.app.avatars }));
  const newKey = (keys: Keys) =>
    testChange(test.sql, (change) =>
      keys.create(change, accountId, {
        name: 'Shop',
        permissions: ['read_avatars'],
        origins: ['https://a.example'],
      }),
    );
  const update = (keys: Keys, id: string, input: KeyChange, account = accountId) =>
    testChange(test.sql, (change) => keys.update(change, { accountId: account, id }, input));
  const checked = async (keys: Keys, key: string) => {
    const check = await keys.check(key);
    return check.outcome === 'good' ? check.key : check.outcome;
  };

  beforeAll(async () => {
    test = await testApp();
    const { accounts, avatars } = test.app;
    ({ id: accountId } = await testChange(test.sql, (change) =>
      accounts.create(change, { name: 'A', email: 'a@example.com' }),
    ));
    ({ id: avatarId } = await testChange(test.sql, (change) =>
      avatars.create(change, accountId, { name: 'Ada' }),
    ));
    const stranger = await testChange(test.sql, (change) =>
      accounts.create(change, { name: 'B', email: 'b@example.com' }),
    );
    ({ id: strangerId } = await testChange(test.sql, (change) =>
      avatars.create(change, stranger.id, { name: 'Bea' }),
    ));
  });
  afterAll(async () => {
    await made.disposeAsync();
    await test[Symbol.asyncDispose]();
  });

  it('has the given fields and keeps the rest', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    const change: KeyChange = { name: ' Till ', permissions: ['read_events', 'read_avatars', 'read_events'] };
    const changed = await update(keys, record.id, change);
    expect(changed).toEqual({
      ...record,
      name: 'Till',
      permissions: ['read_events', 'read_avatars'],
      version: 2,
    });
    const listed = await update(keys, record.id, { avatarIds: [avatarId, avatarId], origins: null });
    expect(listed).toEqual({ ...changed, avatarIds: [avatarId], origins: null, version: 3 });
    expect(await update(keys, record.id, { avatarIds: null })).toEqual({
      ...listed,
      avatarIds: null,
      version: 4,
    });
    expect(await update(keys, record.id, {})).toEqual({ ...listed, avatarIds: null, version: 4 });
  });

  it('is what the next check sees, in every process that the message reaches', async () => {
    const bus = createMemoryBus(clock);
    const [here, elsewhere] = [process(bus), process(bus)];
    const { key, record } = await newKey(here);
    expect(await checked(elsewhere, key)).toMatchObject({ permissions: ['read_avatars'] });
    await update(here, record.id, { permissions: ['read_events'], origins: ['https://b.example'] });
    const changed = { permissions: ['read_events'], origins: ['https://b.example'] };
    expect(await checked(here, key)).toMatchObject(changed);
    expect(await checked(elsewhere, key)).toMatchObject(changed);
  });

  it('is what the next check sees within 5 s in a process that receives no message', async () => {
    const [here, elsewhere] = [process(), process()];
    const { key, record } = await newKey(here);
    await checked(elsewhere, key);
    await update(here, record.id, { permissions: ['read_events'] });
    clock.advance(5_000);
    expect(await checked(elsewhere, key)).toMatchObject({ permissions: ['read_events'] });
  });

  it('stays disabled', async () => {
    const keys = process();
    const { key, record } = await newKey(keys);
    await testChange(test.sql, (change) => keys.setDisabled(change, { accountId, id: record.id }, true));
    await update(keys, record.id, { name: 'Till' });
    expect(await checked(keys, key)).toBe('disabled');
  });

  it('cannot be a revoked one', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    await testChange(test.sql, (change) => keys.revoke(change, { accountId, id: record.id }));
    await expect(update(keys, record.id, { name: 'Till' })).rejects.toThrow(/revoked.*Create a new one/);
    expect((await keys.get(accountId, record.id)).name).toBe('Shop');
  });

  it('is changed only in the version that the caller has seen', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    const ref = { accountId, id: record.id, version: record.version };
    await testChange(test.sql, (change) => keys.update(change, ref, { name: 'First' }));
    const late = testChange(test.sql, (change) => keys.update(change, ref, { name: 'Second' }));
    await expect(late).rejects.toMatchObject({ code: 'version_mismatch' });
    expect((await keys.get(accountId, record.id)).name).toBe('First');
  });

  it('is changed together with its entry in the audit log, and not at all if nothing differs', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    const entries = () =>
      test.sql`select from audit_log where target_id = ${record.id} and action = 'keys.update'`;
    const same = await update(keys, record.id, { name: 'Shop', origins: ['https://a.example'] });
    expect(same.version).toBe(record.version);
    expect(await entries()).toHaveLength(0);
    expect((await update(keys, record.id, { name: 'Till' })).version).toBe(record.version + 1);
    expect(await entries()).toHaveLength(1);
  });

  it.each<[KeyChange, RegExp]>([
    [{ name: ' ' }, /name must not be empty/],
    [{ permissions: [] }, /at least one permission/],
    [{ permissions: ['fly'] }, /"fly" is not a permission/],
    [{ avatarIds: [] }, /at least one\. Give no list/],
    [{ origins: [] }, /at least one\. Give no list/],
    [{ origins: ['shop.example.com'] }, /is not an origin/],
    [{ avatarIds: Array.from({ length: 1001 }, (_, i) => i + 1) }, /at most 1000/],
  ])('refuses %j', async (wrong, message) => {
    const keys = process();
    const { record } = await newKey(keys);
    await expect(update(keys, record.id, wrong)).rejects.toThrow(message);
    await expect(update(keys, record.id, wrong)).rejects.toThrow(Refusal);
    expect(await keys.get(accountId, record.id)).toEqual(record);
  });

  it('takes no avatar of another account', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    await expect(update(keys, record.id, { avatarIds: [avatarId, strangerId] })).rejects.toThrow(
      `There is no avatar ${strangerId} in this account.`,
    );
  });

  it('cannot belong to another account, and must exist', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    await expect(update(keys, record.id, { name: 'Mine' }, 'acc_other')).rejects.toThrow(
      /This key does not exist/,
    );
    await expect(update(keys, 'key_none', { name: 'Mine' })).rejects.toThrow(/This key does not exist/);
    expect(await keys.get(accountId, record.id)).toEqual(record);
  });
});
