import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningService, startService, testDatabase } from '../../server/src/testing/index.ts';
import {
  askThrough,
  checkedBy,
  endpointKey,
  exampleFile,
  startExample,
} from '../testing/integration/example.ts';
import { startVisitor } from '../testing/integration/visitor.ts';
import { serveHandler } from '../testing/integration/web-server.ts';
import { operatorOf } from '../testing/operator.ts';

/** The database listens on a socket file, which only these variables can name. */
function addressOf(databaseUrl: string): Readonly<Record<string, string>> {
  const { username, password, port, pathname, searchParams } = new URL(databaseUrl);
  return {
    PGHOST: searchParams.get('host') ?? '',
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
  };
}

describe('examples that need only this repository', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each(['smallest/endpoint.mjs', 'express/app.mjs', 'next/app/avatar/route.js'])(
    'the smallest of its kind has at most 20 lines: %s',
    (file) => {
      expect(readFileSync(exampleFile(file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(20);
    },
  );

  it('smallest: answers a visitor, and `parley check` finds nothing', async () => {
    await using example = await startExample('smallest/endpoint.mjs');
    expect(await askThrough(service, example.url, 'tides')).toBe('You said: tides');
    expect(await checkedBy(service.dataDir, ['check', example.url, '--api-key', endpointKey])).toBe('good');
    expect(example.output()).toBe('');
  });

  it('next: the exported function answers a visitor, and `parley check` finds nothing', async () => {
    vi.stubEnv('ENDPOINT_KEY', endpointKey);
    const { POST } = await import(/* @vite-ignore */ exampleFile('next/app/avatar/route.js'));
    await using endpoint = await serveHandler(POST);
    expect(await askThrough(service, endpoint.url, 'tides', 2)).toMatch(/^Hello .+\. You said: tides\.$/);
    expect(await checkedBy(service.dataDir, ['check', endpoint.url, '--api-key', endpointKey])).toBe('good');
  });

  it('webhook-postgres: writes each event once, also a replayed one, and `parley check-webhook` finds nothing', async () => {
    await using database = await testDatabase({ migrated: false });
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    const { id, secret } = await operator.call('webhooks.create', {
      params,
      body: { name: 'example', url: 'http://127.0.0.1:9/' },
    });
    const env = { ...addressOf(database.url), WEBHOOK_SECRET: secret };
    await using example = await startExample('webhook-postgres/receiver.mjs', env);
    await operator.call('webhooks.update', {
      params: { ...params, webhook: id },
      body: { url: example.url },
    });
    const avatarId = await operator.avatar({ name: 'Example', webhookId: id, transcript: true });
    {
      await using visitor = await startVisitor(service, avatarId);
      await visitor.client.hangUp();
    }
    const { sql } = database;
    const rows = () => sql<{ id: string; name: string }[]>`select id, name from received order by id`;
    const deliveries = async () =>
      (await operator.call('deliveries.list', { params, query: { webhook: id } })).items;
    const names = async () => (await rows()).map(({ name }) => name);
    await expect
      .poll(names)
      .toEqual(expect.arrayContaining(['connection:state-changed', 'session:conversation']));
    await expect
      .poll(async () => (await deliveries()).every(({ status }) => status === 'delivered'))
      .toBe(true);
    const written = await rows();

    // A restarted receiver has forgotten its ids. The database has not.
    await example[Symbol.asyncDispose]();
    await using again = await startExample('webhook-postgres/receiver.mjs', env);
    await operator.call('webhooks.update', { params: { ...params, webhook: id }, body: { url: again.url } });
    for (const { id: delivery } of await deliveries()) {
      const attempt = await operator.call('deliveries.replay', { params: { ...params, delivery } });
      expect(attempt).toMatchObject({ status: 204 });
    }
    expect(await rows()).toEqual(written);
    expect(await checkedBy(service.dataDir, ['check-webhook', again.url, '--secret', secret])).toBe('good');
  });

  it('private-avatar: its page has a token that opens one session', async () => {
    const operator = operatorOf(service);
    const avatarId = await operator.avatar({ name: 'Private', private: true });
    const params = { account: await operator.account() };
    const body = { name: 'example', permissions: ['generate_tokens'] };
    const { key } = await operator.call('keys.create', { params, body });
    const env = { PARLEY_URL: service.url, PARLEY_API_KEY: key, AVATAR: avatarId };
    await using example = await startExample('private-avatar/server.mjs', env);
    const page = await (await fetch(example.url)).text();
    const [, address = ''] = /src="([^"]+)"/.exec(page) ?? [];
    const token = new URL(address).searchParams.get('token') ?? '';
    expect(address).toContain(`${service.url}/avatar/${avatarId}?token=`);
    await using visitor = await startVisitor(service, avatarId, { token });
    expect(visitor.sessionId).not.toBe('');
    await expect(startVisitor(service, avatarId, { token })).rejects.toMatchObject({ code: 'token_used' });
    await expect(startVisitor(service, avatarId)).rejects.toMatchObject({ code: 'token_required' });
  });
});
