import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsideTransaction } from '../../kernel/index.ts';
import { makeTestAccount } from '../../testing/app/index.ts';
import { LiveApp, until } from '../testing/index.ts';

describe('who may open a session', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await LiveApp.start();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const refusals = async () =>
    (await app.events(null)).filter(({ details }) => details.reason === 'auth_failed');
  const refused = (status: number, code: string) => ({
    status,
    body: { error: { code, message: expect.stringMatching(/\S/) } },
  });

  describe('tokens', () => {
    it('[LV1] a private avatar takes its token once, and refuses all else', async () => {
      const id = await app.avatar({ private: true });
      expect(await app.authenticate(id)).toMatchObject(refused(401, 'token_required'));
      const token = await app.token(id);
      expect(await app.authenticate(id, { token })).toMatchObject({ status: 200 });
      expect(await app.authenticate(id, { token })).toMatchObject(refused(401, 'token_used'));
    });

    it('[LV1] a token of another avatar, of another account or without a valid signature opens no session', async () => {
      const [id, other] = [await app.avatar({ private: true }), await app.avatar({ private: true })];
      const theirs = await makeTestAccount(app.test.app, `theirs-${id}`);
      const good = await app.token(id);
      const foreign = await app.test.send({
        method: 'POST',
        url: '/auth/generate-token',
        headers: { 'x-api-key': theirs.key, 'content-type': 'application/json' },
        body: { avatar_id: String(theirs.avatarId) },
      });
      const [head, claims, signature] = good.split('.');
      const forged = [
        await app.token(other),
        (foreign.body as { jwt: string }).jwt,
        `${head}.${claims}.${signature?.slice(0, -4)}AAAA`,
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
        'nonsense',
      ];
      for (const token of forged) {
        expect(await app.authenticate(id, { token })).toMatchObject(refused(401, 'token_invalid'));
      }
      expect(await app.authenticate(id, { token: good })).toMatchObject({ status: 200 });
    });

    it('[LV1] an expired token opens no session', async () => {
      const id = await app.avatar({ private: true });
      const token = await app.token(id, 60);
      app.test.clock.advance(61_000);
      expect(await app.authenticate(id, { token })).toMatchObject(refused(401, 'token_expired'));
    });

    it('[LV2] a public avatar checks and consumes a token that it did not need', async () => {
      const id = await app.avatar();
      const token = await app.token(id);
      expect(await app.authenticate(id, { token: 'nonsense' })).toMatchObject(refused(401, 'token_invalid'));
      expect(await app.authenticate(id, { token })).toMatchObject({ status: 200 });
      expect(await app.authenticate(id, { token })).toMatchObject(refused(401, 'token_used'));
      expect(await app.authenticate(id)).toMatchObject({ status: 200 });
    });

    it('[LV4] each refusal on a private avatar is published once, without a session', async () => {
      const id = await app.avatar({ private: true, embedOrigins: ['https://shop.example.com'] });
      const before = (await refusals()).length;
      const origin = 'https://shop.example.com';
      const token = await app.token(id);
      await app.authenticate(id, { token: 'nonsense' }, { origin });
      await app.authenticate(id, {}, { origin });
      await app.authenticate(id, { token }, { origin: 'https://elsewhere.example.com' });
      await app.authenticate(id, { token }, { origin });
      await app.authenticate(id, { token }, { origin });
      const published = (await refusals()).slice(before);
      expect(published).toHaveLength(4);
      for (const { sequence, details } of published) {
        expect(sequence).toBeNull();
        expect(details).toEqual({
          state: 'disconnected',
          reason: 'auth_failed',
          will_attempt_reconnect: false,
          duration: 0,
          max_session_duration: -1,
          avatar_id: String(id),
          timestamp: expect.any(Number),
        });
      }
    });

    it('[LV4] a refusal on a public avatar is not published', async () => {
      const before = (await refusals()).length;
      const id = await app.avatar();
      await app.authenticate(id, { token: 'nonsense' });
      expect(await refusals()).toHaveLength(before);
    });

    it('[LV1] a refusal for another reason does not use up the token', async () => {
      const id = await app.avatar({ private: true, maxSessions: 1 });
      const first = await app.talk(id, { token: await app.token(id) });
      const token = await app.token(id);
      expect(await app.authenticate(id, { token })).toMatchObject(refused(429, 'avatar_busy'));
      await app.disconnect(first.sessionId);
      expect(await app.authenticate(id, { token })).toMatchObject({ status: 200 });
    });

    it('[LV1] of 1,000 uses of one token at the same instant exactly one opens a session', async () => {
      const id = await app.avatar({ private: true });
      const token = await app.token(id);
      // While another visitor's session is being written, all of them queue, so that many are in one batch.
      let answers: Awaited<ReturnType<LiveApp['authenticate']>>[] = [];
      let other: ReturnType<LiveApp['authenticate']> | undefined;
      const elsewhere = await app.avatar();
      await app.test.sql.begin(async (tx) => {
        await tx`lock table visitors in exclusive mode`;
        await outsideTransaction(async () => {
          other = app.authenticate(elsewhere);
          await until('the other waits', async () => {
            const [row] = await app.test.sql<{ waits: boolean }[]>`
              select exists (select from pg_locks where not granted and relation = 'visitors'::regclass) as waits`;
            return row?.waits;
          });
          const all = Array.from({ length: 1_000 }, () => app.authenticate(id, { token }));
          await until('all are there', () => app.live.sessions.countOf(id) === 1_000);
          void Promise.all(all).then((results) => {
            answers = results;
          });
        });
      });
      await until('all are answered', () => answers.length === 1_000);
      expect(await other).toMatchObject({ status: 200 });
      const opened = answers.filter(({ status }) => status === 200);
      expect(opened).toHaveLength(1);
      const others = answers.filter(({ status }) => status !== 200);
      for (const answer of others) expect(answer).toMatchObject(refused(401, 'token_used'));
      const [count] = await app.test.sql<{ sessions: number; tokens: number }[]>`
        select (select count(*) from sessions where avatar_id = ${id}) as sessions,
          (select count(*) from used_tokens) as tokens`;
      expect(count?.sessions).toBe(1);
    });
  });

  describe('origins', () => {
    it('[LV3] an empty list allows every page', async () => {
      const id = await app.avatar();
      for (const headers of [{}, { origin: 'https://anywhere.example.com' }, { origin: 'null' }]) {
        expect(await app.authenticate(id, {}, headers)).toMatchObject({ status: 200 });
      }
    });

    it('[LV3] a list allows its pages and our own, and no others', async () => {
      const id = await app.avatar({ embedOrigins: ['https://shop.example.com', 'http://localhost:3000'] });
      for (const origin of ['https://shop.example.com', 'http://localhost:3000', app.url]) {
        expect(await app.authenticate(id, {}, { origin })).toMatchObject({ status: 200 });
      }
      for (const origin of [
        'http://shop.example.com',
        'https://shop.example.com:8443',
        'https://shop.example.com.evil.example',
        'https://evil.example?https://shop.example.com',
        'null',
        '',
      ]) {
        const answer = await app.authenticate(id, {}, { origin });
        expect(answer, origin).toMatchObject(refused(403, 'origin_not_allowed'));
      }
      expect(await app.authenticate(id)).toMatchObject(refused(403, 'origin_not_allowed'));
    });

    it('[LV3] our own page may be opened by any of our names', async () => {
      const id = await app.avatar({ embedOrigins: ['https://shop.example.com'] });
      const host = `localhost:${new URL(app.url).port}`;
      const own = await app.authenticate(id, {}, { host, origin: `http://${host}` });
      expect(own).toMatchObject({ status: 200 });
      for (const origin of ['http://localhost:1', `http://${host}.evil.example`, 'http://localhost']) {
        const answer = await app.authenticate(id, {}, { host, origin });
        expect(answer, origin).toMatchObject(refused(403, 'origin_not_allowed'));
      }
    });
  });
});
