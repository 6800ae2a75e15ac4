import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bus, createMemoryBus } from '../bus/index.ts';
import { Refusal } from '../kernel/index.ts';
import { manualClock } from '../kernel/testing/manual-clock.ts';
import { type TestApp, testApp } from '../testing/app/index.ts';
import { createKeys, type KeyChange, type Keys } from './keys.ts';

describe('an API key that is changed', () => {
  let test: TestApp;
  let accountId: string;
  let avatarId: number;
  let strangerId: number;
  const clock = manualClock();
  const process = (bus: Bus = createMemoryBus(clock)): Keys =>
    createKeys({ sql: test.sql, topics: bus.topics, clock, avatars: test.app.avatars });
  const newKey = (keys: Keys) =>
    keys.create(accountId, { name: 'Shop', permissions: ['read_avatars'], origins: ['https://a.example'] });
  const checked = async (keys: Keys, key: string) => {
    const check = await keys.check(key);
    return check.outcome === 'good' ? check.key : check.outcome;
  };

  beforeAll(async () => {
    test = await testApp();
    const { accounts, avatars } = test.app;
    ({ id: accountId } = await accounts.create({ name: 'A', email: 'a@example.com' }));
    ({ id: avatarId } = await avatars.create(accountId, { name: 'Ada' }));
    const stranger = await accounts.create({ name: 'B', email: 'b@example.com' });
    ({ id: strangerId } = await avatars.create(stranger.id, { name: 'Bea' }));
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it('has what was given and keeps the rest', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    const change: KeyChange = { name: ' Till ', permissions: ['read_events', 'read_avatars', 'read_events'] };
    const changed = await keys.update(record.id, change);
    expect(changed).toEqual({ ...record, name: 'Till', permissions: ['read_events', 'read_avatars'] });
    const listed = await keys.update(record.id, { avatarIds: [avatarId, avatarId], origins: null });
    expect(listed).toEqual({ ...changed, avatarIds: [avatarId], origins: null });
    expect(await keys.update(record.id, { avatarIds: null })).toEqual({ ...listed, avatarIds: null });
    expect(await keys.update(record.id, {})).toEqual({ ...listed, avatarIds: null });
  });

  it('is what the next check sees, in every process that the message reaches', async () => {
    const bus = createMemoryBus(clock);
    const [here, elsewhere] = [process(bus), process(bus)];
    const { key, record } = await newKey(here);
    expect(await checked(elsewhere, key)).toMatchObject({ permissions: ['read_avatars'] });
    await here.update(record.id, { permissions: ['read_events'], origins: ['https://b.example'] });
    const changed = { permissions: ['read_events'], origins: ['https://b.example'] };
    expect(await checked(here, key)).toMatchObject(changed);
    expect(await checked(elsewhere, key)).toMatchObject(changed);
  });

  it('is what the next check sees within 5 s in a process that no message reaches', async () => {
    const [here, elsewhere] = [process(), process()];
    const { key, record } = await newKey(here);
    await checked(elsewhere, key);
    await here.update(record.id, { permissions: ['read_events'] });
    clock.advance(5_000);
    expect(await checked(elsewhere, key)).toMatchObject({ permissions: ['read_events'] });
  });

  it('stays disabled', async () => {
    const keys = process();
    const { key, record } = await newKey(keys);
    await keys.setDisabled(record.id, true);
    await keys.update(record.id, { name: 'Till' });
    expect(await checked(keys, key)).toBe('disabled');
  });

  it('cannot be one that is revoked', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    await keys.revoke(record.id);
    await expect(keys.update(record.id, { name: 'Till' })).rejects.toThrow(/revoked.*Create a new one/);
    expect((await keys.list(accountId)).find(({ id }) => id === record.id)?.name).toBe('Shop');
  });

  it('is not changed where it is revoked between the look at it and the change', async () => {
    const { record } = await newKey(process());
    const avatars = {
      mustOwn: async () => {
        await process().revoke(record.id);
      },
    };
    const keys = createKeys({ sql: test.sql, topics: createMemoryBus(clock).topics, clock, avatars });
    await expect(keys.update(record.id, { avatarIds: [avatarId] })).rejects.toThrow(/revoked/);
    expect((await keys.list(accountId)).find(({ id }) => id === record.id)?.avatarIds).toBeNull();
  });

  it('is changed together with what goes with it, or not at all', async () => {
    const keys = process();
    const { key, record } = await newKey(keys);
    const failing = keys.update(record.id, { name: 'Till' }, accountId, async () => {
      throw new Error('no audit entry');
    });
    await expect(failing).rejects.toThrow('no audit entry');
    expect(await checked(keys, key)).toMatchObject({ name: 'Shop' });
  });

  it.each<[KeyChange, RegExp]>([
    [{ name: ' ' }, /name must not be empty/],
    [{ permissions: [] }, /at least one permission/],
    [{ permissions: ['fly'] }, /"fly" is not a permission/],
    [{ avatarIds: [] }, /at least one; give no list/],
    [{ origins: [] }, /at least one; give no list/],
    [{ origins: ['shop.example.com'] }, /is not an origin/],
    [{ avatarIds: Array.from({ length: 1001 }, (_, i) => i + 1) }, /at most 1000/],
  ])('takes no %j', async (wrong, message) => {
    const keys = process();
    const { record } = await newKey(keys);
    await expect(keys.update(record.id, wrong)).rejects.toThrow(message);
    await expect(keys.update(record.id, wrong)).rejects.toThrow(Refusal);
    expect(await keys.list(accountId)).toContainEqual(record);
  });

  it('takes no avatar of another account', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    await expect(keys.update(record.id, { avatarIds: [avatarId, strangerId] })).rejects.toThrow(
      `There is no avatar ${strangerId} in this account.`,
    );
  });

  it('is not another account’s, and not one that does not exist', async () => {
    const keys = process();
    const { record } = await newKey(keys);
    await expect(keys.update(record.id, { name: 'Mine' }, 'acc_other')).rejects.toThrow(/There is no key/);
    await expect(keys.update('key_none', { name: 'Mine' })).rejects.toThrow(/There is no key/);
    expect(await keys.list(accountId)).toContainEqual(record);
  });
});
