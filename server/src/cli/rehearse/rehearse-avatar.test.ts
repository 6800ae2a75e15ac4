import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createManagementClient, type ManagementClient } from '@parley/protocol/management/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EndpointParts,
  endpointKey,
  error,
  startEndpoint,
} from '../../conformance/testing/good-endpoint.ts';
import { shopReply, shopScript, streamed } from '../../rehearsal/testing/shop.ts';
import {
  type RunningService,
  startService,
  type TemporaryFolder,
  temporaryFolder,
} from '../../testing/index.ts';
import { commandLine } from '../testing/command-line.ts';
import { formatYaml } from '../yaml/yaml-file.ts';

describe('parley rehearse with an avatar of a running service', () => {
  let [service, folder]: [RunningService, TemporaryFolder] = [] as never;
  let operator: ManagementClient;
  let account: string;
  beforeAll(async () => {
    [service, folder] = await Promise.all([startService(), temporaryFolder('rehearse')]);
    operator = createManagementClient({ url: service.url, token: service.operatorToken });
    account = (await operator.call('accounts.create', { body: { name: 'Shop', email: 'a@example.com' } })).id;
  });
  afterAll(() => Promise.all([service[Symbol.asyncDispose](), folder[Symbol.asyncDispose]()]));
  const { run, json, text } = commandLine(() => service.dataDir);

  async function avatarWith(endpointUrl: string): Promise<string> {
    const body = { name: 'Ada', endpointUrl, endpointKey, transcript: true, sendsHeard: true };
    return (await operator.call('avatars.create', { params: { account }, body })).id;
  }
  async function rehearsed(parts: Partial<EndpointParts>, file: string) {
    await using endpoint = await startEndpoint({ reply: shopReply, ...streamed, ...parts });
    const avatar = await avatarWith(endpoint.url);
    const { code, stdout, stderr } = await run(['rehearse', file, '--avatar', avatar, '--account', account]);
    return { avatar, code, said: stdout + stderr };
  }
  async function script(name: string, content: string): Promise<string> {
    const file = join(folder.path, name);
    await writeFile(file, content);
    return file;
  }

  it('[RH10] a good avatar passes twenty steps, and its recorded session is a script that it passes', async () => {
    const file = await script('shop.yaml', formatYaml('', shopScript));
    const heard: unknown[] = [];
    const parts: Partial<EndpointParts> = {
      beforeReply: async (body) => {
        if (body.heard !== undefined) heard.push(body.heard);
        return null;
      },
    };
    const { avatar, code, said } = await rehearsed(parts, file);
    expect(said).toMatch(/^GOOD: 1 conversation/);
    expect(code).toBe(0);
    expect(heard).toEqual([
      'Once upon a time',
      'One',
      expect.stringMatching(/fox\. It$/),
      'Once',
      'Once upon',
    ]);

    const [session] = await json<{ id: string }[]>(`session list --account ${account} --avatar ${avatar}`);
    const recorded = await text(`rehearse record ${session?.id} --account ${account}`);
    expect(recorded).toContain('- say: Good morning');
    expect(recorded).toContain('# Hello! What would you like to drink?');
    expect(recorded).toMatch(/say: Tell me a story\n +interruptAfter: 4\n/);
    expect(recorded).toContain('- callback: 30s');
    const again = await script('recorded.yaml', recorded);
    expect(await rehearsed({}, again)).toMatchObject({ code: 0, said: expect.stringMatching(/^GOOD/) });
  });

  it('[RH10] says why a question got no answer, which visitors do not learn', async () => {
    const file = await script('one.yaml', 'conversations: [{ name: One, steps: [{ say: Hello }] }]');
    const parts: Partial<EndpointParts> = { beforeReply: async (body) => error(500, body, 'Broken today.') };
    const { code, said } = await rehearsed(parts, file);
    expect(code).toBe(1);
    expect(said).toMatch(/1 {2}FAILED {2}say: Hello\n.*Broken today/);
  });

  it('[RH10] an avatar that does not exist is a conversation that could not begin', async () => {
    const file = await script('one.yaml', 'conversations: [{ name: One, steps: [{ say: Hello }] }]');
    const { code, stdout } = await run(['rehearse', file, '--avatar', '999999', '--account', account]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAILED {2}One\n {2}.*\(/);
  });
});
