import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createManagementClient } from '@parley/protocol/management/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../outbound/testing/receiver.ts';
import { type RunningService, startService, temporaryFolder } from '../testing/index.ts';
import { parleyProcess } from '../testing/running/index.ts';
import { commandLine } from './testing/command-line.ts';

type Created = { id: string; key: string };
type Listed = { pronunciations: unknown };

describe('the command line with a management key', () => {
  let service: RunningService;
  let account: string;
  let env: Record<string, string> = {};

  beforeAll(async () => {
    service = await startService();
    const operator = createManagementClient({ url: service.url, token: service.operatorToken });
    for (const name of ['Other', 'Ours']) {
      const body = { name, email: `${name}@example.com` };
      ({ id: account } = await operator.call('accounts.create', { body }));
    }
    const made = await here.json<Created>(
      `management-key create --account ${account} --name ci --scopes avatars:read,avatars:write,webhooks:write`,
    );
    expect(made).toEqual({ id: expect.any(String), key: expect.stringMatching(/^pmk_/) });
    env = { PARLEY_URL: `${service.url}/`, PARLEY_KEY: made.key };
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const here = commandLine(() => service.dataDir);
  const remote = commandLine(
    () => '/no/such/folder',
    () => env,
  );

  it('works on the account of the key, which needs no name', async () => {
    const { id } = await remote.json<Created>('avatar create --name Ada');
    expect(await remote.json('avatar list')).toMatchObject([{ id, name: 'Ada' }]);
    expect(await here.json(`avatar list --account ${account}`)).toMatchObject([{ id }]);
  });

  it('words of an account and of an avatar come from a table, and "none" empties it', async () => {
    await using folder = await temporaryFolder('words');
    const table = join(folder.path, 'words.csv');
    await writeFile(table, 'word,respelling,ipa,language\nParley,par-lee,,en\nNguyen,,wɪn,\n');
    const listed = [
      { word: 'Parley', respelling: 'par-lee', language: 'en' },
      { word: 'Nguyen', ipa: 'wɪn' },
    ];
    const { id } = await here.json<Created>(`avatar create --account ${account} --name Words`);
    for (const thing of [`account update ${account}`, `avatar update ${id} --account ${account}`]) {
      const changed = await here.json<Listed>(`${thing} --pronunciations ${table}`);
      expect(changed.pronunciations).toEqual(listed);
      expect(await here.json<Listed>(`${thing} --pronunciations none`)).toMatchObject({ pronunciations: [] });
      expect(await here.refused(`${thing} --pronunciations ${table}x`)).toContain('words.csvx');
    }
  });

  it('webhook create --events, pause and enable', async () => {
    const url = 'https://example.com/hook';
    const { id } = await remote.json<Created>(
      `webhook create --name h --url ${url} --events session:conversation`,
    );
    expect(await remote.json(`webhook pause ${id}`)).toMatchObject({
      state: 'paused',
      events: ['session:conversation'],
    });
    expect(await remote.json(`webhook update ${id} --events all`)).toMatchObject({ events: null });
    expect(await remote.json(`webhook enable ${id}`)).toMatchObject({ state: 'active' });
  });

  it('listen works with a key that has its scope, and names the scope if it is missing', async () => {
    await using receiver = await startReceiver((response) => response.writeHead(200).end());
    const { id } = await remote.json<Created>(`webhook create --name h --url ${receiver.url}`);
    expect(await remote.refused(`listen --webhook ${id}`)).toContain('webhooks:read');
    const { key } = await here.json<Created>(
      `management-key create --account ${account} --name listener --scopes webhooks:read`,
    );
    await using listening = parleyProcess('/no/such/folder', ['listen', '--webhook', id], {
      ...env,
      PARLEY_KEY: key,
    });
    expect(await listening.line()).toContain(id);
    expect(await remote.json(`webhook test ${id}`)).toMatchObject({ passed: true });
    expect(await listening.line()).toBe('webhook.test');
    expect(JSON.parse(await listening.line())).toMatchObject({ name: 'webhook.test' });
    expect(await listening.interrupt()).not.toBe(1);
  });

  it('may do no more than the key', async () => {
    expect(await remote.refused('webhook list')).toContain('webhooks:read');
    expect(await remote.refused('account list')).toContain('operator');
    expect(await remote.refused('avatar list --account acc_other')).toBe(
      'This account does not exist. Check its id.',
    );
  });

  it('extended events are enabled by the operator only', async () => {
    const on = (name: string, enabled: boolean) => expect.objectContaining({ name, enabled });
    expect(await here.json(`events enable notification agent:message --account ${account}`)).toEqual({
      items: expect.arrayContaining([on('agent:message', true), on('notification', true)]),
    });
    expect(await here.json(`events disable notification --account ${account}`)).toEqual({
      items: expect.arrayContaining([on('agent:message', true), on('notification', false)]),
    });
    expect(await here.text(`events list --account ${account}`)).toMatch(/\nagent:message +yes/);
    expect(await here.refused(`events enable no:such --account ${account}`)).toContain(
      '"no:such" is not an extended event. Choose from: agent:message',
    );
    expect(await remote.refused('events enable notification')).toContain('operator');
  });

  it('says what is wrong with the address or the key', async () => {
    const asked = (more: Record<string, string>) =>
      commandLine(
        () => '/no/such/folder',
        () => ({ ...env, ...more }),
      ).refused('avatar list');
    expect(await asked({ PARLEY_KEY: '' })).toContain('Set both PARLEY_URL and PARLEY_KEY');
    expect(await asked({ PARLEY_KEY: 'pmk_wrong' })).toContain('This token is unknown');
    expect(await asked({ PARLEY_URL: 'http://127.0.0.1:1' })).toContain('Check PARLEY_URL.');
  });

  it('a revoked key is refused', async () => {
    const keys = await here.json<(Created & { name: string })[]>(`management-key list --account ${account}`);
    const first = keys.find(({ name }) => name === 'ci');
    expect(await here.text(`management-key list --account ${account}`)).toContain(
      'avatars:read,avatars:write',
    );
    await here.json(`management-key revoke ${first?.id} --account ${account}`);
    expect(await remote.refused('avatar list')).toContain('revoked');
  });
});
