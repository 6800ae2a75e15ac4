import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort, type RunningService, startService } from '../../server/src/testing/index.ts';
import { programFolder, startProgram } from '../testing/integration/program.ts';
import { startVisitor } from '../testing/integration/visitor.ts';
import { serveHandler } from '../testing/integration/web-server.ts';
import { operatorOf } from '../testing/operator.ts';

const readme = fileURLToPath(new URL('../../packages/server-sdk/README.md', import.meta.url));
const blocks = [...readFileSync(readme, 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
  ([, code = '']) => code,
);

describe('the code in the README of @parley/server', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  /** Loads a block as a module, with the reader's own functions as globals. */
  const load = async <T>(code: string, globals: Readonly<Record<string, unknown>>): Promise<T> => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    const folder = await programFolder({ 'main.mjs': code });
    try {
      return (await import(/* @vite-ignore */ join(folder.path, 'main.mjs'))) as T;
    } finally {
      await folder[Symbol.asyncDispose]();
    }
  };

  it('an answering brain has at most 15 lines, and answers', async () => {
    const [code = ''] = blocks;
    expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    const port = await freePort();
    await using folder = await programFolder({ 'brain.mjs': code.replace('3000', String(port)) });
    await using brain = await startProgram(join(folder.path, 'brain.mjs'), port, { ENDPOINT_KEY: 'key-1' });
    const settings = { name: 'Ada', endpointUrl: brain.url, endpointKey: 'key-1' };
    await using visitor = await startVisitor(service, await operatorOf(service).avatar(settings));
    visitor.ask('hello');
    await expect.poll(() => visitor.sentences).toEqual(['You said: hello']);
    expect(brain.output()).toBe('');
  });

  it('replies and sessions', async () => {
    vi.stubEnv('ENDPOINT_KEY', 'key-2');
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const { gateway } = await load<{ gateway: (request: Request) => Promise<Response> }>(
      `${blocks[1]}\nexport { gateway };`,
      { answerSlowly: async (message: string) => `The answer to ${message}.` },
    );
    await using endpoint = await serveHandler(gateway);
    const settings = { name: 'Bo', endpointUrl: endpoint.url, endpointKey: 'key-2' };
    await using visitor = await startVisitor(service, await operatorOf(service).avatar(settings));
    visitor.ask('tides');
    await expect.poll(() => visitor.sentences).toEqual(['One moment.', 'The answer to tides.']);
    await visitor.client.hangUp();
    await expect.poll(() => log.mock.calls.at(-1)?.[1]).toEqual(['tides']);
    log.mockRestore();
  });

  it('the API', async () => {
    const operator = operatorOf(service);
    const permissions = ['generate_tokens', 'read_avatars', 'read_session_state', 'disconnect_sessions'];
    const params = { account: await operator.account() };
    const { key } = await operator.call('keys.create', { params, body: { name: 'readme', permissions } });
    vi.stubEnv('PARLEY_API_KEY', key);
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const avatarId = await operator.avatar({ name: 'Cy' });
    await using visitor = await startVisitor(service, avatarId);
    const code = (blocks[2] ?? '').replace('https://talk.example.com', service.url).replace('1001', avatarId);
    const used = await load<Record<string, unknown>>(`${code}\nexport { jwt, state, wasLive };`, {
      sessionId: visitor.sessionId,
    });
    expect(used).toMatchObject({
      jwt: expect.any(String),
      state: { avatarStatus: expect.any(String), lastActivityAt: expect.anything() },
      wasLive: true,
    });
    expect(log.mock.calls).toContainEqual([avatarId, 'Cy']);
    log.mockRestore();
  });

  it('webhooks', async () => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    vi.stubEnv('WEBHOOK_SECRET', secret);
    const store = vi.fn();
    const { receive } = await load<{ receive: (request: Request) => Promise<Response> }>(
      `${blocks[3]}\nexport { receive };`,
      { store },
    );
    const details = { transcript: [{ speaker: 'user', message: 'hello', timestamp: 1 }] };
    const body = JSON.stringify({ message_type: 'Event', name: 'session:conversation', details });
    const now = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    };
    const send = async () =>
      (await receive(new Request('http://localhost/', { method: 'POST', headers, body }))).status;
    expect([await send(), await send()]).toEqual([204, 200]);
    expect(store.mock.calls).toEqual([['evt_1', details.transcript]]);
  });
});
