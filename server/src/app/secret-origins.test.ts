import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scopeNames } from '@parley/protocol/management';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../cli/testing/command-line.ts';
import { originOf } from '../kernel/index.ts';
import {
  type DashboardScene,
  dashboardScene,
  type Person,
  type Program,
} from '../management/testing/dashboard-scene.ts';
import { testApp, testOperatorToken } from '../testing/app/index.ts';
import { temporaryFolder } from '../testing/index.ts';

/** Undefined leaves the value, null removes it. */
type ChangeInput = { readonly url: string | null | undefined; readonly key: string | null | undefined };
type Target = {
  /** The column that holds the secret. */
  readonly column: string;
  body(input: ChangeInput): object;
  words(input: ChangeInput): string[];
  /** The lines of a set-up file. */
  lines(input: ChangeInput): string[];
};

const given = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
const flags = (values: Readonly<Record<string, string | null | undefined>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [`--${name}`, value]));

/** A setting of its own, beside that of its address. */
const plain = (name: string, urlSetting: string, keySetting: string, urlFlag: string): Target => ({
  column: `${name.replace('-', '_')}_key_sealed`,
  body: ({ url, key }) => given({ [urlSetting]: url, [keySetting]: key }),
  words: ({ url, key }) => flags({ [urlFlag]: url, [`${name}-key`]: key }),
  lines: ({ url, key }) => [
    ...(url ? [`${urlSetting}: ${url}`] : []),
    ...(key ? [`${keySetting}: ${key}`] : []),
  ],
});

/** Every secret of an avatar, and how to change it together with its address or alone. */
const targets: Readonly<Record<string, Target>> = {
  endpoint: plain('endpoint', 'endpointUrl', 'endpointKey', 'endpoint'),
  model: plain('model', 'modelUrl', 'modelKey', 'model-url'),
  'second endpoint': plain('second-endpoint', 'secondEndpointUrl', 'secondEndpointKey', 'second-endpoint'),
  'second model': plain('second-model', 'secondModelUrl', 'secondModelKey', 'second-model-url'),
  voice: {
    column: 'voice_key_sealed',
    body: ({ url, key }) => ({
      voice: url === null ? 'built-in' : { provider: 'openai', voice: 'alloy', ...given({ url, key }) },
    }),
    words: ({ url, key }) => flags({ voice: 'openai:alloy', 'voice-url': url, 'voice-key': key }),
    lines: ({ url, key }) =>
      url ? [`voice: { provider: openai, voice: alloy, url: '${url}'${key ? `, key: ${key}` : ''} }`] : [],
  },
  hearing: {
    column: 'hearing_key_sealed',
    body: ({ url, key }) => ({
      hearing: url === null ? { recogniser: 'browser', server: null } : { server: given({ url, key }) },
    }),
    words: ({ url, key }) => flags({ 'hearing-url': url, 'hearing-key': key }),
    lines: ({ url, key }) =>
      url ? [`hearing: { recogniser: server, server: { url: '${url}'${key ? `, key: ${key}` : ''} } }`] : [],
  },
};
const ways = ['owner', 'member', 'operator', 'program', 'command', 'file'] as const;
type Way = (typeof ways)[number];

describe('a secret stays with the origin it was given for', () => {
  let scene: DashboardScene;
  let things: Awaited<ReturnType<DashboardScene['makeThings']>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service = '';
  let addresses: readonly string[] = [];
  let callers: Readonly<Record<string, Person | Program>> = {};
  /** What arrived at the receivers: the origin that was called, and its headers as text. */
  const arrived: { origin: string; headers: string }[] = [];
  const receivers = [1, 2].map(() =>
    createServer((request, reply) => {
      arrived.push({ origin: `http://${request.headers.host}`, headers: JSON.stringify(request.headers) });
      reply.writeHead(500).end();
    }),
  );
  const portOf = (server: (typeof receivers)[number]): number => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    for (const server of receivers)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const [first = 0, second = 0] = receivers.map(portOf);
    // Other ports and other names of the same machine are other origins; another path is not.
    addresses = [
      `http://127.0.0.1:${first}/a`,
      `http://127.0.0.1:${first}/b`,
      `http://127.0.0.1:${second}/a`,
      `http://localhost:${first}/a`,
    ];
    const test = await testApp({ deliveryPollMs: null });
    scene = await dashboardScene({ test, url: 'https://talk.example.com' });
    things = await scene.makeThings('ours');
    callers = {
      owner: things.owner,
      member: things.memberPerson,
      operator: { token: testOperatorToken },
      program: await scene.makeProgram(things.accountId, scopeNames),
    };
    service = await test.app.server.listen({ port: 0, host: '127.0.0.1' });
    folder = await temporaryFolder('secret-origins');
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
    for (const server of receivers) server.close();
  });

  const cli = commandLine(
    () => '/no/such/folder',
    () => ({ PARLEY_URL: service, PARLEY_KEY: (callers.program as Program).token }),
  );
  /** Whether the change was made. */
  const changeAvatar = async (
    way: Way,
    avatar: string,
    target: Target,
    input: ChangeInput,
  ): Promise<boolean> => {
    if (way === 'command')
      return (await cli.run(['avatar', 'update', avatar, ...target.words(input)])).code === 0;
    if (way === 'file') {
      const path = `${folder.path}/parley.yaml`;
      const lines = [`avatars:`, `  - name: Moved`, ...target.lines(input).map((line) => `    ${line}`)];
      await writeFile(path, `${lines.join('\n')}\n`);
      return (await cli.run(['apply', path])).code === 0;
    }
    const parts = { account: things.accountId, avatar };
    const { status } = await scene.ask(callers[way] ?? null, 'avatars.update', {
      parts,
      body: target.body(input),
    });
    return status === 200;
  };
  const stored = async (avatar: string) => {
    const found = await scene.app.avatars.withSecrets(Number(avatar));
    if (found === null) throw new Error('the avatar is gone');
    const { avatar: plain, ...secrets } = found;
    return {
      endpoint: [originOf(plain.endpointUrl), secrets.endpointKey],
      model: [originOf(plain.modelUrl), secrets.modelKey],
      'second endpoint': [originOf(plain.secondEndpointUrl), secrets.secondEndpointKey],
      'second model': [originOf(plain.secondModelUrl), secrets.secondModelKey],
      voice: ['url' in plain.voice ? originOf(plain.voice.url) : null, secrets.voiceKey],
      hearing: [originOf(plain.hearing.server?.url), secrets.hearingKey],
    } as Readonly<Record<string, readonly [string | null, string | null]>>;
  };

  it('every sealed column of avatars is covered', async () => {
    const columns = await scene.sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_name = 'avatars' and column_name like '%\_sealed' order by 1`;
    expect(columns.map(({ name }) => name)).toEqual(
      Object.values(targets)
        .map(({ column }) => column)
        .toSorted(),
    );
  });

  let secrets = 0;
  const wishes = fc.record({
    url: fc.oneof(fc.constant(undefined), fc.constant(null), fc.nat({ max: 3 })),
    key: fc.constantFrom('keep', 'keep', 'remove', 'new'),
  });
  const step = fc.record({
    target: fc.constantFrom(...Object.keys(targets)),
    way: fc.constantFrom(...ways),
    input: wishes,
  });

  it('no change of an avatar, by any caller and in any way, sends a secret to another origin', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        await scene.sql`update avatars set deleted_at = now(), name = 'Old' where name = 'Moved'`;
        const made = await scene.ask(callers.owner ?? null, 'avatars.create', {
          parts: { account: things.accountId },
          body: { name: 'Moved' },
        });
        const { id: avatar } = made.body as { id: string };
        const rightful = new Set<string>();
        for (const { target: name, way, input } of steps) {
          const target = targets[name];
          if (target === undefined) throw new Error(name);
          // A flag cannot remove an address. A file that omits an address removes it.
          const none = way === 'command' ? undefined : way === 'file' ? null : input.url;
          const url = typeof input.url === 'number' ? addresses[input.url] : (none as null | undefined);
          const key = input.key === 'new' ? `secret-${++secrets}` : input.key === 'keep' ? undefined : null;
          const before = (await stored(avatar))[name]?.[0] ?? null;
          if (typeof key === 'string') rightful.add(`${url === undefined ? before : originOf(url)} ${key}`);
          await changeAvatar(way, avatar, target, { url, key });
          for (const [origin, secret] of Object.values(await stored(avatar)))
            if (secret !== null) expect(rightful).toContain(`${origin} ${secret}`);
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each(Object.keys(targets))(
    '%s: a move with its secret is accepted, one without is refused and names the secret',
    async (name) => {
      const target = targets[name];
      const [home = '', sibling = '', away = ''] = addresses;
      const { avatar } = things;
      const parts = { account: things.accountId, avatar };
      const change = (input: ChangeInput) =>
        scene.ask(callers.member ?? null, 'avatars.update', { parts, body: target?.body(input) });
      expect((await change({ url: home, key: 'secret-1' })).status).toBe(200);
      expect((await change({ url: sibling, key: undefined })).status).toBe(200);
      expect((await stored(avatar))[name]).toEqual([originOf(home), 'secret-1']);
      const refused = await change({ url: away, key: undefined });
      const field = expect.stringMatching(/key$/i);
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'secret_needed', field } } });
      expect((await stored(avatar))[name]).toEqual([originOf(home), 'secret-1']);
      expect((await change({ url: away, key: 'secret-2' })).status).toBe(200);
      expect((await change({ url: null, key: undefined })).status).toBe(200);
      expect((await stored(avatar))[name]).toEqual([null, null]);
    },
  );

  it('no trial sends a stored secret to an address that is not stored', async () => {
    const [home = '', , away = ''] = addresses;
    const parts = { account: things.accountId, avatar: things.avatar };
    const key = 'secret-of-home';
    const voice = { provider: 'openai', voice: 'alloy' };
    const ask = (call: 'avatars.update' | 'avatars.testEndpoint' | 'avatars.say', body: object) =>
      scene.ask(callers.member ?? null, call, { parts, body });
    const body = { endpointUrl: home, endpointKey: key, voice: { ...voice, url: home, key } };
    expect((await ask('avatars.update', body)).status).toBe(200);
    await ask('avatars.testEndpoint', { endpointUrl: away });
    await ask('avatars.say', { text: 'Hello', voice: { ...voice, url: away } });
    await ask('avatars.say', { text: 'Hello' });
    await ask('avatars.testEndpoint', {});
    const sentTo = arrived.filter(({ headers }) => headers.includes(key)).map(({ origin }) => origin);
    expect(arrived.map(({ origin }) => origin)).toContain(originOf(away));
    expect(new Set(sentTo)).toEqual(new Set([originOf(home)]));
  });

  it('[WH2] no change of a webhook, by any caller, sends its headers to another origin', async () => {
    const { webhooks } = scene.app.webhookServices;
    const webhookStep = fc.record({
      way: fc.constantFrom('owner', 'operator', 'program', 'command'),
      input: wishes,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(webhookStep, { minLength: 2, maxLength: 7 }), async (steps) => {
        const made = await scene.ask(callers.owner ?? null, 'webhooks.create', {
          parts: { account: things.accountId },
          body: { name: 'Moved', url: addresses[0] },
        });
        const { id: webhook } = made.body as { id: string };
        const rightful = new Set<string>();
        for (const { way, input } of steps) {
          const url = typeof input.url === 'number' ? addresses[input.url] : undefined;
          const secret = input.key === 'new' ? `secret-${++secrets}` : undefined;
          const headers =
            secret === undefined ? (input.key === 'remove' ? {} : undefined) : { 'x-key': secret };
          const before = await webhooks.withSecrets(webhook);
          if (secret !== undefined) rightful.add(`${originOf(url ?? before?.url)} ${secret}`);
          const words = flags({ url, header: secret === undefined ? undefined : `x-key: ${secret}` });
          if (way === 'command') await cli.run(['webhook', 'update', webhook, ...words]);
          else {
            const parts = { account: things.accountId, webhook };
            await scene.ask(callers[way] ?? null, 'webhooks.update', {
              parts,
              body: given({ url, headers }),
            });
          }
          const after = await webhooks.withSecrets(webhook);
          for (const value of Object.values(after?.headers ?? {}))
            expect(rightful).toContain(`${originOf(after?.url)} ${value}`);
        }
      }),
      { numRuns: 40 },
    );
  });
});
