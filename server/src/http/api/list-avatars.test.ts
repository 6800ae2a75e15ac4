import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AvatarInput, type Avatars, createAvatars } from '../../avatars/index.ts';
import { createMemoryBus } from '../../bus/index.ts';
import { createSealedBox } from '../../kernel/index.ts';
import {
  makeKey,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

type Listed = { id: string; name: string };
type Page = {
  avatars: Listed[];
  pagination: { page: number; size: number; total: number; total_pages: number; has_next: boolean };
};

describe('GET /avatars', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test[Symbol.asyncDispose]());

  let made = 0;
  /** An account with exactly these avatars, and a key whose limit does not matter. */
  const accountWith = async (...names: string[]): Promise<TestAccount & { ids: number[] }> => {
    const party = await makeTestAccount(test.app, `account-${++made}`);
    const key = { accountId: party.accountId, id: party.keyId };
    await testChange(test.sql, (change) =>
      test.app.keys.setLimits(change, key, { burst: 100_000, rate: 100_000 }),
    );
    await remove(party, party.avatarId);
    const ids: number[] = [];
    for (const name of names) ids.push((await create(party, { name })).id);
    return { ...party, ids };
  };
  type Owner = { readonly accountId: string };
  const create = (
    { accountId }: Owner,
    input: AvatarInput & { name: string },
    avatars: Avatars = test.app.avatars,
  ) => testChange(test.sql, (change) => avatars.create(change, accountId, input));
  const update = (
    { accountId }: Owner,
    id: number,
    input: AvatarInput,
    avatars: Avatars = test.app.avatars,
  ) => testChange(test.sql, (change) => avatars.update(change, { accountId, id }, input));
  const remove = ({ accountId }: Owner, id: number, avatars: Avatars = test.app.avatars) =>
    testChange(test.sql, (change) => avatars.remove(change, { accountId, id }));
  const ask = (key: string, query = '') =>
    test.send({ url: `/avatars${query}`, headers: { 'x-api-key': key } });
  const list = async (key: string, query = ''): Promise<Page> => {
    const { status, body } = await ask(key, query);
    expect(status).toBe(200);
    return body as Page;
  };
  const names = async (key: string) => (await list(key, '?size=100')).avatars.map((avatar) => avatar.name);
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, i) => `Avatar ${String(i).padStart(3, '0')}`);

  it('answers with exactly id and name of each, and the pagination', async () => {
    const { key, ids } = await accountWith('Ada', 'Bo');
    expect(await list(key)).toStrictEqual({
      avatars: [
        { id: String(ids[0]), name: 'Ada' },
        { id: String(ids[1]), name: 'Bo' },
      ],
      pagination: { page: 0, size: 20, total: 2, total_pages: 1, has_next: false },
    });
  });

  it('has no pages if there are no avatars', async () => {
    const { key } = await accountWith();
    expect(await list(key)).toStrictEqual({
      avatars: [],
      pagination: { page: 0, size: 20, total: 0, total_pages: 0, has_next: false },
    });
  });

  describe('of 45 avatars', () => {
    let key: string;
    const all = numbered(45);
    beforeAll(async () => {
      ({ key } = await accountWith(...all.toReversed()));
    });

    it.each([
      ['', 0, 20, 0, 20, 3, true],
      ['?page=1', 1, 20, 20, 40, 3, true],
      ['?page=2', 2, 20, 40, 45, 3, false],
      ['?page=3', 3, 20, 45, 45, 3, false],
      ['?size=45', 0, 45, 0, 45, 1, false],
      ['?size=44', 0, 44, 0, 44, 2, true],
      ['?size=100', 0, 100, 0, 45, 1, false],
      ['?size=1', 0, 1, 0, 1, 45, true],
      ['?size=1&page=44', 44, 1, 44, 45, 45, false],
      ['?size=9&page=4', 4, 9, 36, 45, 5, false],
      ['?page=0&size=20', 0, 20, 0, 20, 3, true],
      ['?page=1000000', 1_000_000, 20, 45, 45, 3, false],
      ['?page=9007199254740991&size=100', 9_007_199_254_740_991, 100, 45, 45, 1, false],
      ['?page=1&colour=red', 1, 20, 20, 40, 3, true],
    ] as const)('"%s" gives the right slice', async (query, page, size, from, to, total_pages, has_next) => {
      const answer = await list(key, query);
      expect(answer.avatars.map((avatar) => avatar.name)).toEqual(all.slice(from, to));
      expect(answer.pagination).toStrictEqual({ page, size, total: 45, total_pages, has_next });
    });
  });

  it.each([
    ['page', ['-1', '1.5', '', 'abc', '1e1', '%201', '0x1', '99999999999999999', '%2B1', '1%00', '٣']],
    ['size', ['0', '101', '-1', '', '20.0', 'all', '1e1', '999999999999']],
  ] as const)('refuses a wrong %s with 7 and names it', async (parameter, values) => {
    const { key } = await accountWith();
    for (const query of [
      ...values.map((value) => `?${parameter}=${value}`),
      `?${parameter}=1&${parameter}=1`,
    ]) {
      const { status, body } = await ask(key, query);
      expect({ query, status, body }).toStrictEqual({
        query,
        status: 400,
        body: {
          error: {
            code: 7,
            message: expect.stringMatching(new RegExp(`^InvalidOrMissingParams: ${parameter} `)),
          },
        },
      });
    }
  });

  it('sorts by name without regard to case or accents, and equal names by id', async () => {
    const { key, ids } = await accountWith(
      'zoe',
      'Émile',
      'emil',
      'TWIN',
      'Zoë',
      'twin',
      'Ångström',
      'amber',
      'Twin',
      'Bö',
      'bO',
    );
    const sorted = ['amber', 'Ångström', 'Bö', 'bO', 'emil', 'Émile', 'TWIN', 'twin', 'Twin', 'zoe', 'Zoë'];
    const { avatars } = await list(key);
    expect(avatars.map((avatar) => avatar.name)).toEqual(sorted);
    const twins = avatars
      .filter((avatar) => avatar.name.toLowerCase() === 'twin')
      .map(({ id }) => Number(id));
    expect(twins).toEqual([ids[3], ids[5], ids[8]]);
  });

  it('has no overlap between pages of equal names', async () => {
    const { key, ids } = await accountWith(...Array.from({ length: 25 }, () => 'Same'));
    const pages = await Promise.all([0, 1, 2, 3, 4].map((page) => list(key, `?size=5&page=${page}`)));
    expect(pages.flatMap((page) => page.avatars.map(({ id }) => Number(id)))).toEqual(ids);
  });

  describe('with a key that lists avatars', () => {
    it('shows only those, and counts only those', async () => {
      const { accountId, ids } = await accountWith(...numbered(30));
      const listed = [ids[29], ids[3], ids[17]].filter((id) => id !== undefined);
      const { key } = await makeKey(test.app, accountId, { avatarIds: listed });
      const { avatars, pagination } = await list(key, '?size=2');
      expect(avatars.map((avatar) => avatar.name)).toEqual(['Avatar 003', 'Avatar 017']);
      expect(pagination).toStrictEqual({ page: 0, size: 2, total: 3, total_pages: 2, has_next: true });
      expect((await list(key, '?size=2&page=1')).avatars.map((avatar) => avatar.name)).toEqual([
        'Avatar 029',
      ]);
    });

    it('no longer shows one that was deleted, and shows a new name at once', async () => {
      const { accountId, ids } = await accountWith('Ada', 'Bo', 'Cy');
      const [ada = 0, bo = 0] = ids;
      const { key } = await makeKey(test.app, accountId, { avatarIds: [ada, bo] });
      expect(await names(key)).toEqual(['Ada', 'Bo']);
      await update({ accountId }, ada, { name: 'Zed' });
      expect(await names(key)).toEqual(['Bo', 'Zed']);
      await remove({ accountId }, bo);
      expect(await list(key)).toMatchObject({ avatars: [{ name: 'Zed' }], pagination: { total: 1 } });
    });
  });

  it('shows every change in the very next read: created, renamed, deleted', async () => {
    const { key, accountId, ids } = await accountWith('Bo', 'Dee');
    const [bo = 0, dee = 0] = ids;
    expect(await names(key)).toEqual(['Bo', 'Dee']);
    await create({ accountId }, { name: 'Cy' });
    expect(await names(key)).toEqual(['Bo', 'Cy', 'Dee']);
    await update({ accountId }, dee, { name: 'ada' });
    expect(await names(key)).toEqual(['ada', 'Bo', 'Cy']);
    await remove({ accountId }, bo);
    expect(await names(key)).toEqual(['ada', 'Cy']);
    await update({ accountId }, dee, { transcript: true });
    expect(await names(key)).toEqual(['ada', 'Cy']);
  });

  it('shows in the very next read what another process wrote, even if its messages never arrive', async () => {
    const { key, accountId, ids } = await accountWith('Bo');
    await using elsewhereBus = createMemoryBus(test.clock);
    using elsewhere = createAvatars({
      maxModelBytes: 1024,
      sql: test.sql,
      topics: elsewhereBus.topics,
      clock: test.clock,
      box: createSealedBox([Buffer.alloc(32, 7)]),
      addressProblem: () => null,
      voiceProblem: () => null,
      hearingProblem: () => null,
    });
    expect(await names(key)).toEqual(['Bo']);
    const { id } = await create({ accountId }, { name: 'Ada' }, elsewhere);
    expect(await names(key)).toEqual(['Ada', 'Bo']);
    await update({ accountId }, id, { name: 'Cy' }, elsewhere);
    expect(await names(key)).toEqual(['Bo', 'Cy']);
    await remove({ accountId }, ids[0] ?? 0, elsewhere);
    expect(await names(key)).toEqual(['Cy']);
  });

  it('shows each of 40 writers its own write at once, while all write and read at the same time', async () => {
    const { key, accountId } = await accountWith('Start');
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const { id } = await create({ accountId }, { name: `New ${i}` });
        expect(await names(key)).toContain(`New ${i}`);
        await update({ accountId }, id, { name: `Renamed ${i}` });
        const now = await names(key);
        expect(now).toContain(`Renamed ${i}`);
        expect(now).not.toContain(`New ${i}`);
        if (i % 2 === 0) {
          await remove({ accountId }, id);
          expect(await names(key)).not.toContain(`Renamed ${i}`);
        }
      }),
    );
    const { avatars, pagination } = await list(key, '?size=100');
    expect(pagination.total).toBe(21);
    const rows = await test.sql<{ name: string }[]>`
      select name from avatars where account_id = ${accountId} and deleted_at is null
      order by lower(name) collate "C", id`;
    expect(avatars.map((avatar) => avatar.name)).toEqual(rows.map((row) => row.name));
  });

  it('does not list a write that is rolled back', async () => {
    const { key, accountId } = await accountWith('Bo');
    const wrong = create({ accountId }, { name: 'Ada', webhookId: 'wh_of_nobody' });
    await expect(wrong).rejects.toThrow(/webhook/);
    expect(await names(key)).toEqual(['Bo']);
  });
});
