import { createLiveClient } from '@parley/client';
import { parseTagJson, readMarkup } from '@parley/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint, reportText } from '../../server/src/conformance/index.ts';
import { startReceiver } from '../../server/src/outbound/testing/receiver.ts';
import { type RunningService, startService } from '../../server/src/testing/index.ts';
import { operatorOf } from '../testing/operator.ts';
import { blockOf, blocksOf, type Language, need, runBlock, serveBlock } from './programs.ts';

const key = 'choose-a-long-key';
const languages: readonly [string, Language, string][] = [
  ['Node', 'js', 'node'],
  ['Python', 'python', 'python3'],
];

describe('the endpoints in the guides', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const talkTo = async (endpointUrl: string, endpointKey: string | null = key) => {
    const avatarId = await operatorOf(service).avatar({ name: 'Ada', endpointUrl, endpointKey });
    const client = createLiveClient({
      url: service.url,
      avatarId: Number(avatarId),
      customString: 'plan=gold',
    });
    const heard: string[] = [];
    client.on('sentence', ({ text }) => heard.push(text));
    await client.connect();
    return { client, heard };
  };

  it.for(languages)(
    'the complete one in %s answers, speaks first, and passes every check',
    async ([heading, language, program], context) => {
      need(context, program);
      await using served = await serveBlock(language, blockOf('gateway', heading, language));
      const { client, heard } = await talkTo(served.url);
      client.sendMessage('Hello');
      await expect.poll(() => heard).toContain('You said: Hello');
      client.sendMessage('Remind me');
      await expect.poll(() => heard).toContain('It is time.');
      await client.hangUp();
      const report = await checkEndpoint({
        url: served.url,
        key,
        chatTimeoutMs: 30_000,
        callbackMessage: null,
        only: null,
        callbacks: { publicUrl: null, port: 0 },
      });
      expect(reportText(report)).toMatch(/^GOOD: \d+ of \d+ checks passed: /);
    },
  );

  it.for(languages)('the one of the quickstart in %s answers', async ([, language, program], context) => {
    need(context, program);
    const code = blockOf('quickstart', '2. Write an endpoint', language);
    await using served = await serveBlock(language, code);
    const { client, heard } = await talkTo(served.url, null);
    client.sendMessage('Hello');
    await expect.poll(() => heard).toContain('You said: Hello');
    await client.hangUp();
  });

  it('curl plays a session', async (context) => {
    need(context, 'curl');
    await using served = await serveBlock('js', blockOf('gateway', 'Node', 'js'));
    const code = blockOf('gateway', 'curl', 'sh').replace('http://localhost:3000/', served.url);
    const answers = (await runBlock('sh', code)).trim().split('\n');
    expect(answers.map((line) => JSON.parse(line))).toMatchObject([
      { sessionId: 's1', status: 'OK' },
      { status: 'OK', reply: 'You said: Hello' },
      { status: 'OK' },
    ]);
  });

  it('the bodies are those that are sent, the answers are accepted, and curl makes the avatar speak', async (context) => {
    need(context, 'curl');
    const [login = '', chat = '', logout = ''] = ['LOGIN', 'CHAT', 'LOGOUT'].map((action) => {
      const [, answer = ''] = blocksOf('gateway', action, 'json');
      return answer;
    });
    const sample = 'ses_sample2sample2sample2sam';
    const answers: Readonly<Record<string, string>> = { LOGIN: login, CHAT: chat, LOGOUT: logout };
    await using endpoint = await startReceiver((response, { body }) => {
      const { action, sessionId } = JSON.parse(body);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(answers[action]?.replaceAll(sample, sessionId));
    });
    const { client, heard } = await talkTo(endpoint.url);
    client.sendMessage('When do you open?');
    await expect.poll(() => heard).toContain('At nine in the morning.');
    const bodies = () => endpoint.requests.map(({ body }) => JSON.parse(body) as Record<string, string>);
    const [first] = bodies();
    const { sessionId = '', callbackUrl = '', authToken = '' } = first ?? {};
    const code = blockOf('gateway', 'Callback', 'sh');
    const printed = await runBlock('sh', code, { sessionId, callbackUrl, authToken });
    expect(JSON.parse(printed.replaceAll(sessionId, sample))).toEqual(
      JSON.parse(blockOf('gateway', 'Callback', 'json')),
    );
    await expect.poll(() => heard).toContain('Your table is ready.');
    await client.hangUp();
    await expect.poll(() => bodies().length).toBe(3);
    for (const body of bodies()) {
      const [request = ''] = blocksOf('gateway', String(body.action), 'json');
      expect(Object.keys(JSON.parse(request))).toEqual(Object.keys(body));
    }
  });

  it.for(languages)('data in a tag survives the escaping in %s', async ([, language, program], context) => {
    need(context, program);
    const [segment] = readMarkup(await runBlock(language, blockOf('gateway', 'Custom payloads', language)));
    expect(segment?.kind).toBe('custom');
    if (segment?.kind !== 'custom') return;
    expect(parseTagJson(segment.tag)).toMatchObject({
      ok: true,
      value: { id: 7, note: `Tom's "best" <b>fish & chips</b>` },
    });
  });
});
