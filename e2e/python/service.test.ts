import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLiveClient } from '@parley/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort, type RunningService, startService } from '../../server/src/testing/index.ts';
import { allowPartner } from '../testing/allow-partner.ts';
import { operatorOf } from '../testing/operator.ts';
import { clientFolder, needPython, type PythonProgram, runPython, startPython } from './python-program.ts';

const shopProgram = fileURLToPath(new URL('shop.py', import.meta.url));

describe('the Python package and the real service', () => {
  let service: RunningService;
  let shop: PythonProgram;
  const told = () => shop.lines.map((line) => JSON.parse(line) as readonly unknown[]);
  const tell = (fields: object) => shop.say(JSON.stringify(fields));
  const portOf = async (name: string): Promise<unknown> => {
    const entry = () => told().find(([kind, about]) => kind === 'listening' && about === name);
    await expect.poll(entry).toBeDefined();
    return entry()?.[2];
  };
  const count = (kind: string) => told().filter(([first]) => first === kind).length;

  beforeAll(async () => {
    service = await startService();
    shop = await startPython([shopProgram]);
  });
  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });
  beforeEach(needPython);

  const talkTo = async (avatarId: string, userId = 'ann') => {
    const client = createLiveClient({
      url: service.url,
      avatarId: Number(avatarId),
      userId,
      locale: 'en-GB',
    });
    const heard: string[] = [];
    client.on('sentence', ({ text }) => heard.push(text));
    await client.connect();
    return { client, heard, sessionId: client.sessionId ?? '' };
  };
  const shopAvatar = async (more: object = {}) =>
    await operatorOf(service).avatar({
      name: 'Shop',
      endpointUrl: `http://127.0.0.1:${await portOf('gateway')}/avatar`,
      endpointKey: 'key-of-the-shop',
      ...more,
    });

  it('login, a streamed answer, callbacks while and after a turn, and no message after the end', async () => {
    const { client, heard } = await talkTo(await shopAvatar());
    client.sendMessage('hello');
    await expect.poll(() => heard).toEqual(['ann, you said: hello.', 'Anything else?']);
    client.sendMessage('later');
    await expect.poll(() => heard).toContain('Now it is later.');
    tell({ do: 'say', text: 'Your order is ready.' });
    await expect.poll(() => heard).toContain('Your order is ready.');
    await client.hangUp();
    await expect.poll(() => count('logout')).toBe(1);
    tell({ do: 'say', text: 'This comes too late.' });
    await expect.poll(() => count('said')).toBe(2);
    expect(told().filter(([kind]) => kind !== 'listening')).toEqual([
      ['login', 'ann', 'en-GB'],
      ['said', true],
      ['logout', 'ann', false],
      ['said', false],
    ]);
    expect(shop.complaints()).not.toContain('Traceback');
  });

  it('a visitor who leaves while on_login still runs leaves no session behind', async () => {
    const { client, sessionId } = await talkTo(await shopAvatar(), 'slow');
    const slow = () => told().filter(([, userId]) => userId === 'slow');
    await expect.poll(slow).toEqual([['login', 'slow', 'en-GB']]);
    await client.hangUp();
    await expect.poll(slow).toEqual([
      ['login', 'slow', 'en-GB'],
      ['opened', 'slow', true],
      ['logout', 'slow', false],
    ]);
    tell({ do: 'find', session: sessionId });
    await expect.poll(() => told().at(-1)).toEqual(['found', false]);
  });

  it('learns what a person said before they handed back', async () => {
    const operator = operatorOf(service);
    const { client, heard, sessionId } = await talkTo(await shopAvatar({ sendsTakeover: true }));
    client.sendMessage('hello');
    await expect.poll(() => heard.at(-1)).toBe('Anything else?');
    const params = { account: await operator.account(), session: sessionId };
    await operator.call('sessions.take', { params, body: {} });
    await operator.call('sessions.say', { params, body: { id: 'one', text: 'I am Ada.' } });
    await expect.poll(() => heard.at(-1)).toBe('I am Ada.');
    await operator.call('sessions.release', { params });
    client.sendMessage('thanks');
    await expect
      .poll(() => told().filter(([kind]) => kind === 'takeover'))
      .toEqual([['takeover', [['person', 'I am Ada.']]]]);
    await client.hangUp();
  });

  it('turns a visitor away, and refuses another key', async () => {
    const refused = await talkTo(await shopAvatar(), 'blocked');
    await expect.poll(() => refused.client.state).toBe('terminated');
    const wrong = await talkTo(await shopAvatar({ endpointKey: 'key-of-the-sho' }));
    await expect.poll(() => wrong.client.state).toBe('terminated');
  });

  it('receives the events of a webhook, verified, during a rotation, too', async () => {
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    const port = await freePort();
    const { id, secret } = await operator.call('webhooks.create', {
      params,
      body: { name: 'python', url: `http://127.0.0.1:${port}/` },
    });
    tell({ do: 'receive', secret });
    const url = `http://127.0.0.1:${await portOf('webhook')}/`;
    await operator.call('webhooks.update', { params: { ...params, webhook: id }, body: { url } });
    await operator.call('webhooks.rotate', {
      params: { ...params, webhook: id },
      body: { overlapSeconds: 600 },
    });
    const { client } = await talkTo(await shopAvatar({ webhookId: id }));
    await client.hangUp();
    const received = () => told().filter(([kind]) => kind === 'webhook');
    // On a busy machine a connection may be lost and come back, which is an event, too.
    await expect.poll(() => received().length).toBeGreaterThanOrEqual(3);
    expect(new Set(received().map(([, name]) => name))).toEqual(new Set(['connection:state-changed']));
  });

  it('receives the events of a partner’s webhook, with both proofs', async () => {
    const port = await freePort();
    const partner = await allowPartner(service, `http://127.0.0.1:${port}/`);
    tell({
      do: 'partner',
      secret: partner.webhookSecret,
      client_id: partner.clientId,
      base_url: partner.serviceUrl,
    });
    const webhookUrl = `http://127.0.0.1:${await portOf('partner')}/`;
    const operator = operatorOf(service);
    await operator.call('partners.update', { params: { partner: partner.clientId }, body: { webhookUrl } });
    const { client } = await talkTo(await shopAvatar());
    await client.hangUp();
    await expect.poll(() => told().filter(([kind]) => kind === 'partner').length).toBeGreaterThanOrEqual(3);
  });

  it('calls the API', async () => {
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    const permissions = ['generate_tokens', 'read_avatars', 'read_session_state', 'disconnect_sessions'];
    const { key } = await operator.call('keys.create', { params, body: { name: 'python', permissions } });
    const avatar = await shopAvatar({ private: true });
    const { sessionId, client } = await talkTo(await shopAvatar());
    const program = `
import sys
from parley_server import ParleyClient, errors
url, key, avatar, session = sys.argv[1:]
client = ParleyClient(url, key)
token = client.generate_token(avatar, expire_at=60)
print(token.avatar_id == avatar, token.expires_in, token.jwt.count("."))
names = [each.name for each in client.avatars(page_size=2)]
print(len(names) == client.avatar_page().total, names == sorted(names))
print(client.query_session(session).avatar_status, client.query_session(session, ["userId"]).avatar_id)
client.disconnect_session(session)
for call in (
    lambda: client.query_session(session),
    lambda: client.generate_token(avatar, expire_at=1),
    lambda: ParleyClient(url, "nonsense").disconnect_session(session),
):
    try:
        call()
    except errors.ApiError as error:
        print(type(error).__name__, error.code)
`;
    const { stdout } = await runPython(['-c', program, service.url, key, avatar, sessionId]);
    expect(stdout.trim().split('\n')).toEqual([
      'True 60 2',
      'True True',
      'IDLE None',
      'SessionNotFound 65',
      'ExpireAtRange 19',
      'KeyFormat 29',
    ]);
    await expect.poll(() => client.state).toBe('terminated');
  });

  it('the first program of the README answers, and has at most 15 lines', async () => {
    const readme = readFileSync(join(clientFolder, 'README.md'), 'utf8');
    const program = /```python\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    const port = await freePort();
    await using brain = await startPython(['-c', program.replace('3000', String(port))]);
    await expect.poll(() => brain.lines).toEqual([`Listening at http://127.0.0.1:${port}`]);
    const avatar = await shopAvatar({
      endpointUrl: `http://localhost:${port}`,
      endpointKey: 'choose-a-long-key',
    });
    const { client, heard } = await talkTo(avatar);
    client.sendMessage('hello');
    await expect.poll(() => heard.join(' ')).toBe('You said: hello');
    await client.hangUp();
  });
});
