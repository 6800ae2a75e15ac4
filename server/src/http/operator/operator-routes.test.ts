import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testBaseUrl } from '../../testing/app/index.ts';

type Made = { id: string; name: string; key: string };

describe('the operator’s routes', () => {
  let test: TestApp;
  let account: string;

  beforeAll(async () => {
    test = await testApp();
    account = (await made('accounts', { name: 'Acme', email: 'boss@acme.example' })).id;
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const made = async (noun: string, body: object): Promise<Made> => {
    const answer = await test.operate({ method: 'POST', url: `/operator/${noun}`, body });
    expect(answer.status).toBe(201);
    return answer.body as Made;
  };
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

  it('make an account with its owner, and show and list it', async () => {
    const created = await made('accounts', { name: ' Beta ', email: 'Ada@Beta.example' });
    const shown = { id: created.id, name: 'Beta', created_at: time };
    expect(created).toStrictEqual({
      ...shown,
      owner: { id: expect.stringMatching(/^usr_/), email: 'ada@beta.example' },
    });
    expect((await test.operate({ url: `/operator/accounts/${created.id}` })).body).toStrictEqual(shown);
    const { body } = await test.operate({ url: '/operator/accounts' });
    expect(body).toEqual({ accounts: expect.arrayContaining([shown]) });
  });

  it('let one person own several accounts', async () => {
    const [one, other] = [
      await made('accounts', { name: 'One', email: 'same@example.com' }),
      await made('accounts', { name: 'Two', email: 'SAME@example.com' }),
    ];
    const rows = await test.sql`
      select account_id, role from members join people on people.id = person_id where email = 'same@example.com'`;
    expect([...rows]).toEqual(
      expect.arrayContaining([
        { account_id: one.id, role: 'owner' },
        { account_id: other.id, role: 'owner' },
      ]),
    );
  });

  it('make an avatar with defaults, in full view', async () => {
    const avatar = await made('avatars', { account, name: 'Ada' });
    expect(avatar).toMatchObject({
      name: 'Ada',
      page_url: `${testBaseUrl}/avatar/${avatar.id}`,
      account,
      private: false,
      max_session_duration: -1,
      transcript: false,
      webhook: null,
      endpoint: null,
      has_endpoint_key: false,
      embed_origins: [],
      created_at: time,
      updated_at: time,
    });
    expect((await test.operate({ url: `/operator/avatars/${avatar.id}` })).body).toStrictEqual(avatar);
  });

  it('keep the endpoint’s key sealed, bound to its avatar, and never show it', async () => {
    const input = { account, endpoint: 'https://example.com/', endpoint_key: 'open-sesame' };
    const [one, other] = [
      await made('avatars', { ...input, name: 'One' }),
      await made('avatars', { ...input, name: 'Other' }),
    ];
    const rows = await test.sql<{ id: number; text: string; sealed: string }[]>`
      select id, t::text as text, endpoint_key_sealed as sealed from avatars t where id in ${test.sql([one.id, other.id].map(Number))}`;
    expect(rows).toHaveLength(2);
    expect(rows[0]?.sealed).not.toBe(rows[1]?.sealed);
    for (const { text } of rows) expect(text).not.toContain('sesame');
    const shown = await test.operate({ url: `/operator/avatars/${one.id}` });
    expect(shown.body).toMatchObject({ has_endpoint_key: true });
    expect(shown.text).not.toContain('sesame');
  });

  it('change only what is named, and take away what is set to null', async () => {
    const input = {
      account,
      name: 'Change',
      private: true,
      endpoint: 'https://example.com/a',
      endpoint_key: 'k',
      greeting: 'Hi',
    };
    const { id } = await made('avatars', input);
    const change = async (body: object) =>
      (await test.operate({ method: 'PATCH', url: `/operator/avatars/${id}`, body })).body;
    expect(await change({ name: 'Changed' })).toMatchObject({
      name: 'Changed',
      private: true,
      has_endpoint_key: true,
      greeting: 'Hi',
    });
    expect(await change({ endpoint_key: null, private: false, max_session_duration: 60 })).toMatchObject({
      name: 'Changed',
      private: false,
      endpoint: 'https://example.com/a',
      has_endpoint_key: false,
      max_session_duration: 60,
    });
    expect(
      await change({ endpoint: null, embed_origins: ['https://A.example', 'https://a.example/'] }),
    ).toMatchObject({
      endpoint: null,
      embed_origins: ['https://a.example'],
    });
  });

  it('delete an avatar once, and forget its secrets', async () => {
    const { id } = await made('avatars', {
      account,
      name: 'Gone',
      endpoint: 'https://example.com/',
      endpoint_key: 'k',
    });
    const remove = () => test.operate({ method: 'DELETE', url: `/operator/avatars/${id}` });
    expect(await remove()).toMatchObject({ status: 200, body: { id, deleted: true } });
    expect(await remove()).toMatchObject({ status: 404 });
    expect(await test.operate({ url: `/operator/avatars/${id}` })).toMatchObject({ status: 404 });
    const change = { method: 'PATCH', url: `/operator/avatars/${id}`, body: { name: 'Back' } } as const;
    expect(await test.operate(change)).toMatchObject({ status: 404 });
    const [row] =
      await test.sql`select endpoint_url, endpoint_key_sealed from avatars where id = ${Number(id)}`;
    expect(row).toEqual({ endpoint_url: null, endpoint_key_sealed: null });
  });

  it('delete an avatar once when two ask at the same instant', async () => {
    const { id } = await made('avatars', { account, name: 'Twice' });
    const remove = () => test.operate({ method: 'DELETE', url: `/operator/avatars/${id}` });
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
  });

  it('list 100 avatars a page, by name', async () => {
    const { id: many } = await made('accounts', { name: 'Many', email: 'm@example.com' });
    await test.sql`
      insert into avatars (account_id, name, sort_key, version)
      select ${many}, 'A' || lpad(n::text, 3, '0'), 'a' || lpad(n::text, 3, '0'), 1 from generate_series(1, 150) n`;
    const page = async (number: number) =>
      (await test.operate({ url: `/operator/avatars?account=${many}&page=${number}` })).body as {
        avatars: Made[];
        total: number;
      };
    const [first, second, third] = [await page(0), await page(1), await page(2)];
    expect([first.avatars.length, second.avatars.length, third.avatars.length, first.total]).toEqual([
      100, 50, 0, 150,
    ]);
    expect(first.avatars[99]?.name).toBe('A100');
    expect(second.avatars[0]?.name).toBe('A101');
  });

  it('make a key that is shown this once, and change its state and limits', async () => {
    const { key, ...record } = await made('keys', {
      account,
      name: 'k',
      permissions: ['read_avatars', 'read_avatars'],
    });
    expect(record).toStrictEqual({
      id: expect.stringMatching(/^key_/),
      name: 'k',
      account,
      ends_with: key.slice(-4),
      state: 'active',
      permissions: ['read_avatars'],
      avatars: null,
      origins: null,
      burst: 100,
      rate: 50,
      created_at: time,
    });
    const list = await test.operate({ url: `/operator/keys?account=${account}` });
    expect(list.body).toEqual({ keys: [record] });
    expect(list.text).not.toContain(key);
    const change = async (verb: string) =>
      (await test.operate({ method: 'POST', url: `/operator/keys/${record.id}/${verb}` })).body;
    expect(await change('disable')).toStrictEqual({ ...record, state: 'disabled' });
    expect(await change('enable')).toStrictEqual(record);
    const limits = {
      method: 'PUT',
      url: `/operator/keys/${record.id}/limits`,
      body: { burst: 7, rate: null },
    } as const;
    expect((await test.operate(limits)).body).toStrictEqual({ ...record, burst: 7, rate: 50 });
    expect(await change('revoke')).toMatchObject({ state: 'revoked' });
    expect(await change('enable')).toMatchObject({ error: { code: 'conflict' } });
  });
});
