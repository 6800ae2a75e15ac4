import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AvatarInput } from '../../avatars/index.ts';
import { glb } from '../../avatars/testing/glb.ts';
import {
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
  testBaseUrl,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

const fileOf = (name: string): Buffer =>
  readFileSync(new URL(`../../../../packages/face/portraits/${name}.webp`, import.meta.url));
const [pictures, others] = [fileOf('mara'), fileOf('jonas')];
const hashOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

describe('the pictures of an avatar’s own face', () => {
  let test: TestApp;
  let ours: TestAccount;
  let theirs: TestAccount;
  let round = 0;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test[Symbol.asyncDispose]());
  beforeEach(async () => {
    round += 1;
    ours = await makeTestAccount(test.app, `ours-${round}`);
    theirs = await makeTestAccount(test.app, `theirs-${round}`);
  });

  type Place = Pick<TestAccount, 'accountId' | 'avatarId'>;
  const pathOf = ({ accountId, avatarId }: Place, end = '/portrait') =>
    `/v1/accounts/${accountId}/avatars/${avatarId}${end}`;
  const put = (file: Buffer, at: Place = ours, headers = {}) =>
    test.operate({ method: 'PUT', url: pathOf(at), body: file, headers });
  const version = async (): Promise<number> =>
    ((await test.operate({ url: pathOf(ours, '') })).body as { version: number }).version;
  const change = (input: AvatarInput) =>
    testChange(test.sql, (change) =>
      test.app.avatars.update(change, { accountId: ours.accountId, id: ours.avatarId }, input),
    );
  const shown = async (headers = {}): Promise<string | null> => {
    const { body } = await test.send({ url: `/client/avatars/${ours.avatarId}`, headers });
    return (body as { portrait: string | null }).portrait;
  };
  const raw = (url: string, headers = {}) =>
    test.app.server.inject({ url, headers: { host: new URL(testBaseUrl).host, ...headers } });
  const count = async (): Promise<number> =>
    Number((await test.sql`select count(*) from avatar_portraits`)[0]?.count);

  it('are stored, announced to pages, and served unchanged, to be cached for ever', async () => {
    expect(await shown()).toBeNull();
    const { status, body } = await put(pictures);
    expect(status).toBe(200);
    const path = `/client/avatars/${ours.avatarId}/portrait/${hashOf(pictures)}.webp`;
    expect(body).toMatchObject({ portraitUrl: testBaseUrl + path });
    expect(await shown()).toBe(path);
    const answer = await raw(path);
    expect(answer.rawPayload.equals(pictures)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(pictures.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
    expect((await raw(path, { 'if-none-match': `"${hashOf(pictures)}"` })).statusCode).toBe(304);
    const list = await test.operate({ url: `/v1/accounts/${ours.accountId}/avatars` });
    expect(list.body).toMatchObject({ items: [{ portraitUrl: testBaseUrl + path }] });
    const joined = await test.send({
      method: 'POST',
      url: '/client/authenticate',
      headers: { 'content-type': 'application/json' },
      body: { avatarId: String(ours.avatarId) },
    });
    expect(joined.body).toMatchObject({ avatar: { portrait: path } });
  });

  it('are gone with the look or model that they show, and with the avatar', async () => {
    const before = await count();
    await put(pictures);
    const path = (await shown()) ?? '';
    await change({ greeting: 'Hello again' });
    expect(await shown()).toBe(path);
    await change({ look: 'jonas' });
    expect(await shown()).toBeNull();
    expect((await raw(path)).statusCode).toBe(404);
    await put(pictures);
    await test.operate({ method: 'PUT', url: pathOf(ours, '/model'), body: glb() });
    expect(await shown()).toBeNull();
    await put(others);
    await test.operate({ method: 'DELETE', url: pathOf(ours, '/model') });
    expect(await count()).toBe(before);
    await put(others);
    await testChange(test.sql, (change) =>
      test.app.avatars.remove(change, { accountId: ours.accountId, id: ours.avatarId }),
    );
    expect(await count()).toBe(before);
  });

  it('come with a duplicate of the avatar', async () => {
    await put(pictures);
    const { body } = await test.operate({
      method: 'POST',
      url: pathOf(ours, '/duplicate'),
      headers: { 'content-type': 'application/json' },
      body: { name: 'Copy' },
    });
    const { id, portraitUrl } = body as { id: string; portraitUrl: string };
    expect(portraitUrl).toContain(`/client/avatars/${id}/portrait/`);
    expect((await raw(new URL(portraitUrl).pathname)).rawPayload.equals(pictures)).toBe(true);
  });

  it('of another layout are not shown', async () => {
    await put(pictures);
    await test.sql`update avatar_portraits set layout = 0 where avatar_id = ${ours.avatarId}`;
    await change({ greeting: 'Read again' });
    expect(await shown()).toBeNull();
    await put(pictures);
    expect(await shown()).toContain(hashOf(pictures));
  });

  it.each<[string, Buffer, number, string]>([
    ['no file', Buffer.alloc(0), 400, 'The body is empty'],
    ['another kind of file', Buffer.from('<svg/>'.repeat(20)), 400, '2016 × 3820 pixels'],
    ['a picture that is cut short', pictures.subarray(0, 5000), 400, 'no pictures of a face'],
    ['too large a file', Buffer.alloc(250_001), 413, 'The limit is 250 KB'],
  ])('refuses %s with a message and keeps the earlier ones', async (_what, file, status, complaint) => {
    await put(pictures);
    const refused = await put(file);
    expect(refused.status).toBe(status);
    expect((refused.body as { error: { message: string } }).error.message).toContain(complaint);
    expect(await shown()).toContain(hashOf(pictures));
  });

  it('of an earlier version of the avatar are refused', async () => {
    const drawn = await version();
    await change({ look: 'jonas' });
    expect((await put(pictures, ours, { 'if-match': `"${drawn}"` })).status).toBe(412);
    expect(await shown()).toBeNull();
    expect((await put(pictures, ours, { 'if-match': `"${await version()}"` })).status).toBe(200);
  });

  it('two uploads of one version at the same instant: one is stored, the other is refused', async () => {
    const ifMatch = { 'if-match': `"${await version()}"` };
    const answers = await Promise.all([pictures, others].map((file) => put(file, ours, ifMatch)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it('one account does not change another’s, and a hash is valid at one avatar only', async () => {
    const foreign = { accountId: ours.accountId, avatarId: theirs.avatarId };
    expect((await put(pictures, foreign)).status).toBe(404);
    expect((await test.send({ method: 'PUT', url: pathOf(ours), body: pictures })).status).toBe(401);
    await put(pictures);
    const path = (await shown()) ?? '';
    const elsewhere = path.replace(String(ours.avatarId), String(theirs.avatarId));
    expect((await raw(elsewhere)).statusCode).toBe(404);
    expect((await raw(path.replace('.webp', '.glb'))).statusCode).toBe(404);
  });

  it('of a private avatar are announced only to pages with a token, and pages that may not embed it get none', async () => {
    await put(pictures);
    const path = (await shown()) ?? '';
    await change({ private: true, embedOrigins: ['https://shop.example'] });
    expect(await shown()).toBeNull();
    expect((await raw(path, { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await raw(path, { origin: 'https://shop.example' })).headers['cache-control']).toMatch(
      /^private/,
    );
  });
});
