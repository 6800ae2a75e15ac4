import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createManagementClient, type ManagementClient } from '@parley/protocol/management/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointKey, startEndpoint } from '../../conformance/testing/good-endpoint.ts';
import { shopReply } from '../../rehearsal/testing/shop.ts';
import {
  type RunningService,
  startService,
  type TemporaryFolder,
  temporaryFolder,
} from '../../testing/index.ts';
import { commandLine } from '../testing/command-line.ts';

describe('parley replay', () => {
  let [service, folder]: [RunningService, TemporaryFolder] = [] as never;
  let operator: ManagementClient;
  let account: string;
  beforeAll(async () => {
    [service, folder] = await Promise.all([startService(), temporaryFolder('replay')]);
    operator = createManagementClient({ url: service.url, token: service.operatorToken });
    account = (await operator.call('accounts.create', { body: { name: 'Shop', email: 'a@example.com' } })).id;
  });
  afterAll(() => Promise.all([service[Symbol.asyncDispose](), folder[Symbol.asyncDispose]()]));
  const { run, json, refused } = commandLine(() => service.dataDir);

  it('[RP1] [RP2] compares by session and by avatar, and tells the difference by its exit code', async () => {
    await using first = await startEndpoint({ reply: shopReply });
    await using same = await startEndpoint({ reply: shopReply });
    await using other = await startEndpoint({
      reply: (message) => (message === 'Good morning' ? 'Go away!' : shopReply(message)),
    });
    const body = { name: 'Ada', endpointUrl: first.url, endpointKey };
    const avatar = (await operator.call('avatars.create', { params: { account }, body })).id;
    const talk = ['talk', avatar, '--account', account, '--say', 'Good morning', '--say', 'Tell me a story'];
    expect((await run(talk)).code).toBe(0);
    const [session] = await json<{ id: string }[]>(`session list --account ${account} --avatar ${avatar}`);
    const replay = (more: string[]) =>
      run(['replay', ...more, '--account', account, '--api-key', endpointKey]);

    const equal = await replay([session?.id ?? '', '--endpoint', same.url]);
    expect(equal.stdout).toMatch(/^NO DIFFERENCE: 0 of 2 turns/);
    expect(equal.code).toBe(0);

    const file = join(folder.path, 'report.html');
    const changed = await replay([
      '--avatar',
      avatar,
      '--since',
      '1d',
      '--endpoint',
      other.url,
      '--html',
      file,
    ]);
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/^DIFFERENT: 1 of 2 turns/);
    expect(changed.stdout).toContain(`DIFFERENT  ${session?.id} turn 2: Good morning`);
    expect(changed.stdout).toMatch(/after {3}Go away!/);
    expect(await readFile(file, 'utf8')).toContain('1 of 2 answers differ');

    const [newest] = await json<{ id: string; summary: object }[]>(`replay list --account ${account}`);
    expect(newest?.summary).toMatchObject({ turns: 2, different: 1 });
    const shown = await json<{ turns: unknown[] }>(`replay show ${newest?.id} --account ${account}`);
    expect(shown.turns).toHaveLength(2);
    expect((await run(['replay', 'delete', newest?.id ?? '', '--account', account])).code).toBe(0);
    expect(await json<object[]>(`replay list --account ${account}`)).toHaveLength(1);
  });

  it('[RP7] says what is missing or wrong', async () => {
    expect(await refused('replay --endpoint http://127.0.0.1:9/')).toMatch(
      /either sessions by id or --avatar/,
    );
    expect(await refused('replay ses_1')).toMatch(/either --endpoint URL or --model NAME/);
    expect(await refused(`replay ses_1 --endpoint http://127.0.0.1:9/ --account ${account}`)).toMatch(
      /no session "ses_1"/,
    );
  });
});
