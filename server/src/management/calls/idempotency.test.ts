import type { CreatedApiKey } from '@parley/protocol/management';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DashboardScene,
  dashboardScene,
  good,
  type Person,
  type Things,
} from '../testing/dashboard-scene.ts';

let scene: DashboardScene;
let ours: Things & { owner: Person; memberPerson: Person };
beforeAll(async () => {
  scene = await dashboardScene();
  ours = await scene.makeThings('ours');
});
afterAll(() => scene[Symbol.asyncDispose]());

const body = { name: 'Once', permissions: ['read_avatars'] };
const create = (key: string, input: object = body, who: Person = ours.owner, account = ours.accountId) =>
  scene.ask(who, 'keys.create', {
    parts: { account },
    body: input,
    headers: { 'idempotency-key': key },
  });
const countKeys = async (name: string): Promise<number> =>
  (await scene.sql`select from api_keys where account_id = ${ours.accountId} and name = ${name}`).length;

describe('a creation with an Idempotency-Key', () => {
  it('happens once, and the second request gets the same answer with the same secret', async () => {
    const first = await good<CreatedApiKey>(create('one'));
    const second = await good<CreatedApiKey>(create('one'));
    expect(second).toEqual(first);
    expect(await countKeys('Once')).toBe(1);
    const entries = await scene.sql`select from audit_log where target_id = ${first.id}`;
    expect(entries).toHaveLength(1);
    const [stored] = await scene.sql<{ text: string }[]>`
      select t::text as text from idempotency_keys t where key = 'one'`;
    expect(stored?.text).not.toContain(first.key);
  });

  it('happens once also if both requests come at the same instant', async () => {
    const input = { ...body, name: 'Race' };
    const made = await Promise.all(
      Array.from({ length: 5 }, () => good<CreatedApiKey>(create('race', input))),
    );
    expect(new Set(made.map(({ key }) => key)).size).toBe(1);
    expect(await countKeys('Race')).toBe(1);
  });

  it('refuses the key for another request', async () => {
    await good(create('two'));
    const other = await create('two', { ...body, name: 'Other' });
    expect([other.status, other.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
    expect(await countKeys('Other')).toBe(0);
  });

  it('refuses the key for the same request about another thing', async () => {
    const duplicate = (avatar: number | string) =>
      scene.ask(ours.owner, 'avatars.duplicate', {
        parts: { account: ours.accountId, avatar: String(avatar) },
        body: { name: 'Copy' },
        headers: { 'idempotency-key': 'copy' },
      });
    const copy = await good<{ id: number }>(duplicate(ours.avatar));
    expect(await good<{ id: number }>(duplicate(ours.avatar))).toMatchObject({ id: copy.id });
    for (const other of [copy.id, 9_999_999])
      expect((await duplicate(other)).body).toMatchObject({ error: { code: 'idempotency_mismatch' } });
  });

  it('that was refused may be sent again with the same key', async () => {
    expect((await create('three', { ...body, permissions: [] })).status).toBe(400);
    await good(create('three', { ...body, name: 'Mended' }));
    expect(await countKeys('Mended')).toBe(1);
  });

  it('is separate for another caller', async () => {
    const theirs = await scene.makeThings('theirs');
    const first = await good<CreatedApiKey>(create('shared'));
    const second = await good<CreatedApiKey>(create('shared', body, theirs.owner, theirs.accountId));
    expect(second.key).not.toBe(first.key);
  });

  it('is forgotten after a day', async () => {
    const first = await good<CreatedApiKey>(create('old'));
    await scene.sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'old'`;
    expect((await good<CreatedApiKey>(create('old'))).key).not.toBe(first.key);
  });
});
