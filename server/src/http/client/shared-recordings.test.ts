import { PassThrough } from 'node:stream';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import type { AvatarWithSecrets } from '../../avatars/index.ts';
import type { SessionDirectory } from '../../bus/index.ts';
import { wav } from '../../hearing/testing/wav.ts';
import { createLog } from '../../kernel/index.ts';
import { transcribeRoute } from './transcribe-route.ts';

const accounts = ['hostile', 'honest'];
const transcribing: string[] = [];
let asked = 0;
const over = Promise.withResolvers<string>();

const route = transcribeRoute({
  avatars: {
    withSecrets: async (id) => {
      const hearing = { recogniser: 'server', language: 'en', server: { url: 'http://x', model: 'm' } };
      const avatar = { id, accountId: accounts[id], hearing, language: 'en', furtherLanguages: [] };
      return { avatar, hearingKey: null } as unknown as AvatarWithSecrets;
    },
  },
  // In this test, the ids of session and token are both the account’s name with a number.
  sessions: {
    find: async (id) =>
      ({ state: { avatarId: accounts.indexOf(id.replace(/\..*/, '')) } }) as Awaited<
        ReturnType<SessionDirectory['find']>
      >,
  },
  hearingSession: (token) => token,
  limits: {
    take: async () => {
      asked += 1;
      return true;
    },
    has: async () => true,
  },
  transcription: {
    async transcribe({ accountId }) {
      transcribing.push(accountId);
      return accountId === 'hostile' ? await over.promise : 'Hello.';
    },
  },
  hearing: {
    openTurn: () => {
      throw new Error('no avatar here has an own recogniser');
    },
  },
  log: createLog('silent'),
});
const server = fastify();
server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
server.route({ method: 'POST', url: route.path, handler: route.handle });
afterAll(() => server.close());

const send = async (session: string, payload: Buffer | PassThrough = wav([1, 2, 3])) =>
  await server.inject({
    method: 'POST',
    url: route.path,
    headers: { authorization: `Bearer ${session}`, 'content-type': 'audio/wav' },
    payload,
  });

it('[HE11] recordings of one account that take long keep no other account from being heard', async () => {
  const hostile = Array.from({ length: 200 }, (_, session) => send(`hostile.${session}`));
  await expect.poll(() => transcribing.length).toBe(32);
  expect((await send('honest.1')).json()).toEqual({ text: 'Hello.' });
  expect(transcribing.filter((account) => account === 'hostile')).toHaveLength(32);
  over.resolve('At last.');
  const codes = (await Promise.all(hostile)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(96);
  expect(codes.filter((code) => code === 429)).toHaveLength(104);
});

it('[HE11] recordings that never arrive keep no other visitor of the account from being heard', async () => {
  const before = asked;
  const recordings = Array.from({ length: 100 }, () => new PassThrough());
  const hostile = recordings.map((recording, number) => send(`hostile.${number % 10}`, recording));
  await expect.poll(() => asked - before).toBe(100);
  expect((await send('hostile.10')).json()).toEqual({ text: 'At last.' });
  for (const recording of recordings) recording.end(wav([1, 2, 3]));
  const codes = (await Promise.all(hostile)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(20);
  expect(codes.filter((code) => code === 429)).toHaveLength(80);
});

it('[HE11] recordings that wait in many sessions of one account refuse no whole turn of another account', async () => {
  const before = asked;
  const unsent = Array.from({ length: 128 }, () => new PassThrough());
  const hostile = unsent.map((recording, number) => send(`hostile.${number % 64}`, recording));
  const attempt = new PassThrough();
  const honest = [send('honest.1', attempt)];
  await expect.poll(() => asked - before).toBe(129);
  honest.push(send('honest.1'));
  await expect.poll(() => asked - before).toBe(130);
  attempt.end(wav([1, 2, 3]));
  expect((await Promise.all(honest)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  for (const recording of unsent) recording.end(wav([1, 2, 3]));
  const codes = (await Promise.all(hostile)).map(({ statusCode }) => statusCode);
  expect(new Set(codes)).toEqual(new Set([200]));
});
