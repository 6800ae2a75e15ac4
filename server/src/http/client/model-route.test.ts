import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AvatarInput } from '../../avatars/index.ts';
import { glb, smallDocument, vrmDocument } from '../../avatars/testing/glb.ts';
import {
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
  testBaseUrl,
  testOperatorToken,
} from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

type ModelView = { readonly url: string; readonly sha256: string; readonly bytes: number };

describe('an avatar’s own model', () => {
  let test: TestApp;
  let ours: TestAccount;
  let theirs: TestAccount;
  let round = 0;
  beforeAll(async () => {
    test = await testApp({ settings: { MODEL_MAX_MB: 2 } });
    await test.app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => test[Symbol.asyncDispose]());
  beforeEach(async () => {
    round += 1;
    ours = await makeTestAccount(test.app, `ours-${round}`);
    theirs = await makeTestAccount(test.app, `theirs-${round}`);
  });

  const pathOf = ({ accountId, avatarId }: Pick<TestAccount, 'accountId' | 'avatarId'>) =>
    `/v1/accounts/${accountId}/avatars/${avatarId}/model`;
  const put = async (file: Buffer, at: Pick<TestAccount, 'accountId' | 'avatarId'> = ours) =>
    await test.operate({ method: 'PUT', url: pathOf(at), body: file });
  const stored = async (file: Buffer): Promise<ModelView> => {
    const { status, body } = await put(file);
    expect(status).toBe(200);
    return (body as { model: ModelView }).model;
  };
  const change = (input: AvatarInput) =>
    testChange(test.sql, (change) =>
      test.app.avatars.update(change, { accountId: ours.accountId, id: ours.avatarId }, input),
    );
  const info = async (headers = {}) =>
    (await test.send({ url: `/client/avatars/${ours.avatarId}`, headers })).body as { model: string | null };
  const raw = async (url: string, headers = {}) =>
    await test.app.server.inject({ url, headers: { host: new URL(testBaseUrl).host, ...headers } });
  const counts = async () => {
    const [row] = await test.sql<{ models: number; parts: number }[]>`
      select (select count(*) from avatar_models)::int as models,
        (select count(*) from avatar_model_parts)::int as parts`;
    return row;
  };

  it('is stored, announced to pages, and served unchanged, to be cached for ever', async () => {
    const file = glb({ binary: randomBytes(900_001) });
    const shown = await stored(file);
    const sha256 = createHash('sha256').update(file).digest('hex');
    expect(shown).toMatchObject({ sha256, format: 'glb', bytes: file.length, triangles: 1 });
    const { model } = await info();
    expect(model).toBe(`/client/avatars/${ours.avatarId}/model/${sha256}.glb`);
    expect(shown.url).toBe(`${testBaseUrl}${model}`);
    const answer = await raw(model ?? '');
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(file)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'model/gltf-binary',
      'content-length': String(file.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect((await raw(model ?? '', { 'if-none-match': `"${sha256}"` })).statusCode).toBe(304);
    const joined = await test.send({
      method: 'POST',
      url: '/client/authenticate',
      headers: { 'content-type': 'application/json' },
      body: { avatarId: String(ours.avatarId) },
    });
    expect(joined.body).toMatchObject({ avatar: { model } });
  });

  it('one that replaces another, or is deleted with its avatar, leaves nothing behind', async () => {
    const before = await counts();
    const first = await stored(glb());
    await stored(glb());
    const second = await stored(glb({ document: vrmDocument }));
    expect(await counts()).toEqual({ models: (before?.models ?? 0) + 1, parts: (before?.parts ?? 0) + 1 });
    expect((await raw(new URL(first.url).pathname)).statusCode).toBe(404);
    expect((await raw(new URL(second.url).pathname)).statusCode).toBe(200);
    const gone = await test.operate({ method: 'DELETE', url: pathOf(ours) });
    expect(gone.status).toBe(200);
    expect((await info()).model).toBeNull();
    expect((await raw(new URL(second.url).pathname)).statusCode).toBe(404);
    expect(await counts()).toEqual(before);
    const again = await test.operate({ method: 'DELETE', url: pathOf(ours) });
    expect(again.status).toBe(404);
    await stored(glb());
    await testChange(test.sql, (change) =>
      test.app.avatars.remove(change, { accountId: ours.accountId, id: ours.avatarId }),
    );
    expect(await counts()).toEqual(before);
  });

  it.each<[string, Buffer, number, string]>([
    ['no file', Buffer.alloc(0), 400, 'empty'],
    ['no model', Buffer.from('{"a": 1}'.repeat(10)), 400, 'not a GLB or VRM'],
    [
      'a model from several files',
      glb({ document: { ...smallDocument, images: [{ uri: 'a.png' }] } }),
      400,
      'other files',
    ],
    ['one that is too large', glb({ binary: Buffer.alloc(2 * 1024 * 1024) }), 413, 'The limit is 2 MB'],
  ])('refuses %s with a message and keeps the earlier model', async (_what, file, status, complaint) => {
    const { sha256 } = await stored(glb());
    const refused = await put(file);
    expect(refused.status).toBe(status);
    expect((refused.body as { error: { message: string } }).error.message).toContain(complaint);
    expect((await info()).model).toContain(sha256);
  });

  /** An upload over a real connection. */
  const upload = (bytes: number) => {
    const { port } = test.app.server.server.address() as { port: number };
    const authorization = `Bearer ${testOperatorToken}`;
    return httpRequest({
      port,
      host: '127.0.0.1',
      method: 'PUT',
      path: pathOf(ours),
      headers: { host: new URL(testBaseUrl).host, authorization, 'content-length': bytes },
    });
  };

  it('a client that sends far too much can read its answer', async () => {
    const sent = upload(8 * 1024 * 1024);
    sent.end(Buffer.alloc(8 * 1024 * 1024));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    expect(await text(answer)).toContain('The limit is 2 MB');
  });

  it('an upload that breaks off changes nothing, and does not count as an error of the service', async () => {
    const before = await counts();
    const faults = () => test.logged.filter(({ level }) => level === 'error');
    const faultsBefore = faults().length;
    const sent = upload(1_000_000);
    sent.on('error', () => undefined);
    await new Promise((resolve) => sent.write(Buffer.alloc(200_000), resolve));
    const closed = new Promise((resolve) => sent.once('close', resolve));
    sent.destroy();
    await closed;
    await put(glb(), theirs);
    expect(await counts()).toEqual({ models: (before?.models ?? 0) + 1, parts: (before?.parts ?? 0) + 1 });
    expect(faults().slice(faultsBefore)).toEqual([]);
  });

  it('one account neither changes nor removes another’s', async () => {
    await put(glb(), theirs);
    const foreign = { accountId: ours.accountId, avatarId: theirs.avatarId };
    expect((await put(glb({ document: vrmDocument }), foreign)).status).toBe(404);
    const url = pathOf(foreign);
    expect((await test.operate({ method: 'DELETE', url })).status).toBe(404);
    expect((await put(glb(), { ...ours, avatarId: 987_654_321 })).status).toBe(404);
    expect((await test.send({ method: 'PUT', url, body: glb() })).status).toBe(401);
    const { sha256 } = await stored(glb({ binary: randomBytes(100) }));
    // The hash of one avatar's model is not valid at another avatar's address.
    expect((await raw(`/client/avatars/${theirs.avatarId}/model/${sha256}.glb`)).statusCode).toBe(404);
  });

  it.each(['x.glb', '../1.glb', `${'0'.repeat(64)}.glb`, '%00.glb'])(
    'there is nothing at %s',
    async (file) => {
      await stored(glb());
      expect((await raw(`/client/avatars/${ours.avatarId}/model/${file}`)).statusCode).toBe(404);
    },
  );

  it('pages that may not embed the avatar may not load its model', async () => {
    const { url } = await stored(glb());
    const { pathname } = new URL(url);
    await change({ embedOrigins: ['https://shop.example'] });
    const from = async (origin: string) => await raw(pathname, { origin });
    expect((await from('https://shop.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      vary: 'origin',
    });
    expect((await from(testBaseUrl)).statusCode).toBe(200);
    expect((await raw(pathname)).statusCode).toBe(200);
    const refused = await from('https://evil.example');
    expect(refused.statusCode).toBe(403);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('a private avatar’s name and model are sent to pages with a token, which is not used up by that', async () => {
    const { url, sha256 } = await stored(glb());
    await change({ private: true });
    expect(await info()).toMatchObject({ name: null, model: null });
    expect(await info({ authorization: 'Bearer nonsense' })).toMatchObject({ name: null, model: null });
    const token = async (party: TestAccount) => {
      const { body } = await test.send({
        method: 'POST',
        url: '/auth/generate-token',
        headers: { 'x-api-key': party.key, 'content-type': 'application/json' },
        body: { avatar_id: String(party.avatarId) },
      });
      return (body as { jwt: string }).jwt;
    };
    expect(await info({ authorization: `Bearer ${await token(theirs)}` })).toMatchObject({ model: null });
    const jwt = await token(ours);
    expect((await info({ authorization: `Bearer ${jwt}` })).model).toContain(sha256);
    expect((await raw(new URL(url).pathname)).headers['cache-control']).toBe(
      'private, max-age=31536000, immutable',
    );
    const joined = await test.send({
      method: 'POST',
      url: '/client/authenticate',
      headers: { 'content-type': 'application/json' },
      body: { avatarId: String(ours.avatarId), token: jwt },
    });
    expect(joined.body).toMatchObject({ avatar: { model: expect.stringContaining(sha256) } });
  });

  it('two uploads for one avatar at the same instant leave one whole model', async () => {
    const files = [glb({ binary: randomBytes(600_000) }), glb({ binary: randomBytes(600_000) })];
    const answers = await Promise.all(files.map((file) => put(file)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { model } = await info();
    const { rawPayload } = await raw(model ?? '');
    expect(files.some((file) => file.equals(rawPayload))).toBe(true);
  });

  it('models of several uploads at the same instant are checked one after another', async () => {
    let [checking, most, checked] = [0, 0, 0];
    const count = (thread: Worker) => {
      if (thread.threadName !== 'model check') return;
      checking += 1;
      checked += 1;
      most = Math.max(most, checking);
      thread.once('exit', () => {
        checking -= 1;
      });
    };
    process.on('worker', count);
    try {
      const places = [ours, ours, ours, theirs];
      const answers = await Promise.all(places.map((at) => put(glb({ binary: randomBytes(1_000) }), at)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    } finally {
      process.off('worker', count);
    }
    expect({ checked, most }).toEqual({ checked: 4, most: 1 });
  });
});
