import type { AvatarPage } from '@parley/protocol/management';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, type TestAccount, testOperatorToken } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';
import { type DashboardScene, dashboardScene, good, makeSession } from '../testing/dashboard-scene.ts';

const operator = { token: testOperatorToken };
type Query = { readonly search?: string; readonly limit?: number; readonly cursor?: string };

describe('the list of avatars', () => {
  let scene: DashboardScene;
  let ours: TestAccount;
  let round = 0;
  beforeAll(async () => {
    scene = await dashboardScene();
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  beforeEach(async () => {
    round += 1;
    ours = await makeTestAccount(scene.app, `ours-${round}`);
    await remove(ours.avatarId);
  });

  const add = async (name: string): Promise<number> =>
    (await testChange(scene.sql, (change) => scene.app.avatars.create(change, ours.accountId, { name }))).id;
  const rename = (id: number, name: string) =>
    testChange(scene.sql, (change) =>
      scene.app.avatars.update(change, { accountId: ours.accountId, id }, { name }),
    );
  const remove = (id: number) =>
    testChange(scene.sql, (change) => scene.app.avatars.remove(change, { accountId: ours.accountId, id }));
  const ask = (query: Query) =>
    scene.ask(operator, 'avatars.list', { parts: { account: ours.accountId }, query: { ...query } });
  const list = (query: Query = {}) => good<AvatarPage>(ask(query));
  const pages = async (query: Query): Promise<AvatarPage[]> => {
    const found = [await list(query)];
    for (let next = found[0]?.next; next && found.length < 10; next = found.at(-1)?.next)
      found.push(await list({ ...query, cursor: next }));
    return found;
  };
  const idsOn = (found: readonly AvatarPage[]) => found.map(({ items }) => items.map(({ id }) => Number(id)));

  it('pages by cursor through equal names, and through names that sort as equal', async () => {
    const ids: number[] = [];
    for (const name of ['Zoe', 'ZOË', 'zoe', 'Zoe', 'Zoé']) ids.push(await add(name));
    const found = await pages({ limit: 2 });
    expect(idsOn(found)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(found.map(({ total }) => total)).toEqual([5, 5, 5]);
  });

  it('ends with a full page if nothing comes after it', async () => {
    await add('Ada');
    await add('Bo');
    expect(await list({ limit: 2 })).toMatchObject({ items: [{}, {}], next: null });
    expect(await list({ limit: 1 })).toMatchObject({ items: [{ name: 'Ada' }], next: expect.any(String) });
  });

  it('continues at the same place after the last avatar shown was renamed or deleted', async () => {
    const [ada, bo] = [await add('Ada'), await add('Bo'), await add('Cy')];
    const first = (await list({ limit: 1 })).next ?? '';
    await rename(ada, 'Ada the second');
    expect((await list({ cursor: first })).items.map(({ name }) => name)).toEqual([
      'Ada the second',
      'Bo',
      'Cy',
    ]);
    const second = (await list({ limit: 2 })).next ?? '';
    await remove(bo);
    expect((await list({ cursor: second })).items.map(({ name }) => name)).toEqual(['Cy']);
  });

  it('pages through what a search finds, ignoring case and accents', async () => {
    for (const name of ['Émile A', 'Zoe', 'emil b', 'The emil', 'EMIL C']) await add(name);
    const found = await pages({ search: ' ÉMIL', limit: 2 });
    expect(found.map(({ items }) => items.map(({ name }) => name))).toEqual([
      ['emil b', 'EMIL C'],
      ['Émile A', 'The emil'],
    ]);
    expect(found.map(({ total }) => total)).toEqual([4, 4]);
    expect(await list({ search: 'nobody' })).toEqual({ items: [], next: null, total: 0 });
  });

  it('has cursors for the longest names', async () => {
    for (let i = 0; i < 3; i += 1) await add('\ufdfa'.repeat(200));
    const found = await pages({ limit: 1 });
    expect(new Set(idsOn(found).flat()).size).toBe(3);
  });

  it('contains what a card shows', async () => {
    const id = await add('Ada');
    await makeSession(scene.test, ours.accountId, id, 'x', { state: 'connected' });
    const { items } = await list();
    expect(items).toMatchObject([
      { id: String(id), name: 'Ada', canAnswer: false, liveSessions: 1, lastSessionAt: expect.any(Number) },
    ]);
    const avatar = await scene.app.avatars.get(ours.accountId, id);
    expect(items[0]).toMatchObject({ version: avatar.version, updatedAt: avatar.updatedAt.getTime() });
    expect(items[0]?.pageUrl).toMatch(new RegExp(`/avatar/${id}$`));
  });

  it.each(['x', '1', '_YQ', '1_a b', '-1_YQ'])('refuses the cursor "%s"', async (cursor) => {
    expect(await ask({ cursor })).toMatchObject({ status: 400, body: { error: { field: 'cursor' } } });
  });
});
