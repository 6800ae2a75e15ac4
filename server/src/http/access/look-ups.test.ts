import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../../db/index.ts';
import { unknownKey } from '../../keys/testing/unknown-key.ts';
import {
  makeKey,
  makeTestAccount,
  type TestAccount,
  type TestApp,
  testApp,
} from '../../testing/app/index.ts';
import { testDatabase } from '../../testing/index.ts';
import type { Route } from '../route.ts';

/** It remembers a good answer: rule HT32. */
const remembered = ['/readyz'];
/** What the app does by itself: unacknowledged LOGOUTs, its own sign of life, and the uses of keys. */
const background = /logout = 'due'|'last-alive'|key_uses|person_mail_at/;
const someone = (letter: string, length: number) => letter.repeat(length);

/** What strangers may send: nothing, or something that only looks like a key, a token or a sign-in. */
const credentials = (): Record<string, string>[] => [
  {},
  { 'x-api-key': unknownKey() },
  { authorization: `Bearer pmk_${someone('a', 40)}` },
  { authorization: `Bearer parley_access_${someone('b', 43)}` },
  { authorization: `Bearer ${someone('c', 43)}` },
  { authorization: `Basic ${Buffer.from('cli_unknown:secret').toString('base64')}` },
  { cookie: `parley.session_token=${someone('d', 32)}.${encodeURIComponent(someone('e', 43))}=` },
];

/** The fields with which anonymous calls get as far as they can. */
const body = {
  avatarId: '424242',
  token: 'a guess',
  email: 'nobody@example.com',
  password: 'a good password',
  sessionId: 'ses_aaaaaaaaaaaaaaaaaaaaaaaa',
  message: 'Hello',
};

describe('what strangers look up', () => {
  let test: TestApp;
  let ours: TestAccount;
  const statements: string[] = [];
  const undo = new AsyncDisposableStack();
  beforeAll(async () => {
    const database = undo.use(await testDatabase());
    const watch = { debug: (_connection: number, text: string) => statements.push(text) };
    const sql = connect({ url: database.url, max: 10, ...watch });
    undo.defer(() => sql.end({ timeout: 1 }));
    test = undo.use(await testApp({ database: { ...database, sql }, deliveryPollMs: null, hasPages: true }));
    ours = await makeTestAccount(test.app, 'ours');
  });
  afterAll(() => undo.disposeAsync());

  const readsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = statements.length;
    await work();
    return statements.slice(before).filter((text) => !background.test(text));
  };
  let lastId = 500_000;
  const addressOf = ({ path }: Route): string => path.replaceAll(/:\w+|\*/g, () => String(++lastId));

  it('[HT30] is not read from the database when every limit of the source is used up, on any route', async () => {
    const none = { take: () => false, has: () => false };
    const taken = vi.spyOn(test.bus.limits, 'take').mockImplementation(none.take);
    const asked = vi.spyOn(test.bus.limits, 'has').mockImplementation(none.has);
    try {
      for (const route of test.app.routes.filter(({ path }) => !remembered.includes(path))) {
        for (const headers of credentials()) {
          const send = () =>
            test.send({
              method: route.method,
              url: addressOf(route),
              headers: { ...headers, 'content-type': 'application/json' },
              ...(route.method === 'GET' ? {} : { body }),
            });
          // What the app does by itself may fall into the same moment. A route that reads does so every time.
          let read = await readsOf(send);
          for (let again = 0; again < 3 && read.length > 0; again++) read = await readsOf(send);
          expect({ route: `${route.method} ${route.path}`, headers, read }).toMatchObject({ read: [] });
        }
      }
    } finally {
      taken.mockRestore();
      asked.mockRestore();
    }
  });

  it('[HT30] a key that does not exist is read once in a while, however often it is sent', async () => {
    const headers = { 'x-api-key': unknownKey() };
    const ask = () => test.send({ url: '/avatars', headers, from: '198.51.100.1' });
    const count = await readsOf(async () => {
      for (let i = 0; i < 300; i++)
        expect(await ask()).toMatchObject({ status: 401, body: { error: { code: 16 } } });
    });
    expect(count).toEqual([expect.stringContaining('api_keys')]);
    test.clock.advance(2_000);
    expect(await readsOf(ask)).toHaveLength(1);
  });

  it('[HT30] a source that guesses keys gets 429, and keys that are in use there still work', async () => {
    const from = '198.51.100.2';
    const send = (key: string, address = from) =>
      test.send({ url: '/avatars', headers: { 'x-api-key': key }, from: address });
    expect(await send(ours.key)).toMatchObject({ status: 200 });
    const statuses = await Promise.all(Array.from({ length: 600 }, () => send(unknownKey())));
    const unknown = statuses.filter(({ status }) => status === 401);
    expect(unknown.length).toBeGreaterThanOrEqual(200);
    expect(unknown.length).toBeLessThanOrEqual(400);
    const refused = statuses.find(({ status }) => status !== 401);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 36 } } });
    expect(await readsOf(() => send(unknownKey()))).toEqual([]);
    const guess = { url: '/sessions/disconnect', method: 'POST' as const, from };
    expect(await test.send({ ...guess, headers: { 'x-api-key': unknownKey() } })).toMatchObject({
      status: 429,
      body: { status: 'FAIL', failReason: 36 },
    });
    for (let i = 0; i < 50; i++) expect(await send(ours.key)).toMatchObject({ status: 200 });
    expect(await send(unknownKey(), '198.51.100.3')).toMatchObject({ status: 401 });
    test.clock.advance(1_000);
    expect(await send(unknownKey())).toMatchObject({ status: 401 });
  });

  it('[HT30] requests with a key that exists are never counted, also while it is being read', async () => {
    const { key } = await makeKey(test.app, ours.accountId);
    const from = '198.51.100.4';
    const looked = vi.spyOn(test.bus.limits, 'take');
    const send = () => test.send({ url: '/avatars', headers: { 'x-api-key': key }, from });
    const statuses = (await Promise.all(Array.from({ length: 600 }, send))).map(({ status }) => status);
    const buckets = looked.mock.calls.map(([bucket]) => bucket);
    looked.mockRestore();
    expect(statuses).not.toContain(401);
    // All of them reached the key's own limit.
    expect(new Set(buckets).size).toBe(1);
    expect(buckets).toHaveLength(600);
  });

  it.each(['/client/avatars', '/avatar'])(
    '[HT30] %s: avatars that are not in memory are limited for each source, and those that are not missing work',
    async (path) => {
      const from = path === '/avatar' ? '198.51.100.5' : '198.51.100.6';
      const send = (id: number) => test.send({ url: `${path}/${id}`, from });
      expect(await send(ours.avatarId)).toMatchObject({ status: 200 });
      const statuses: number[] = [];
      const count = await readsOf(async () => {
        for (let i = 0; i < 600; i++) statuses.push((await send(++lastId)).status);
      });
      expect(statuses.at(-1)).toBe(429);
      const missing = statuses.filter((status) => status === 404);
      expect(missing.length).toBeGreaterThanOrEqual(499);
      expect(missing.length).toBeLessThanOrEqual(500);
      expect(count.filter((text) => /\bavatars\b/.test(text))).toHaveLength(missing.length);
      expect(await send(ours.avatarId)).toMatchObject({ status: 200 });
      expect(await test.send({ url: `${path}/${++lastId}`, from: '198.51.100.7' })).toMatchObject({
        status: 404,
      });
    },
  );

  it('[HT30] a request for an avatar before its creation does not hide the avatar after it', async () => {
    const next = ours.avatarId + 1;
    const ask = () => test.send({ url: `/client/avatars/${next}`, from: '198.51.100.8' });
    expect(await ask()).toMatchObject({ status: 404 });
    expect(await readsOf(ask)).toEqual([]);
    const made = await makeTestAccount(test.app, 'theirs');
    expect(made.avatarId).toBe(next);
    expect(await ask()).toMatchObject({ status: 200 });
  });
});
