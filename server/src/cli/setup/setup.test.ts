import { writeFile } from 'node:fs/promises';
import { averageLook } from '@parley/face/rules';
import { createManagementClient, type ManagementClient } from '@parley/protocol/management/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService, temporaryFolder } from '../../testing/index.ts';
import { commandLine } from '../testing/command-line.ts';
import { exampleFile, exampleSecrets } from './testing/example-file.ts';

describe('the set-up of an account as a file', () => {
  let service: RunningService;
  let operator: ManagementClient;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let env: Record<string, string> = {};
  let accounts = 0;

  beforeAll(async () => {
    folder = await temporaryFolder('setup');
    service = await startService();
    operator = createManagementClient({ url: service.url, token: service.operatorToken });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const parley = commandLine(
    () => service.dataDir,
    () => env,
  );
  const makeAccount = async (): Promise<string> => {
    env = { ...exampleSecrets };
    accounts += 1;
    const body = { name: `Empty ${accounts}`, email: 'boss@example.com' };
    return (await operator.call('accounts.create', { body })).id;
  };
  const write = async (text: string): Promise<string> => {
    const path = `${folder.path}/parley.yaml`;
    await writeFile(path, text);
    return path;
  };
  const apply = async (account: string, text: string, flags = '') =>
    await parley.text(`apply ${await write(text)} --account ${account}${flags}`);
  const refusal = async (account: string, text: string, flags = '') => {
    const words = `apply ${await write(text)} --account ${account}${flags}`.split(' ');
    const { code, stdout, stderr } = await parley.run(words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr;
  };
  const exported = (account: string) => parley.text(`export --account ${account}`);
  const auditOf = async (account: string) =>
    (await operator.call('audit.list', { params: { account }, query: { limit: 100 } })).items.map(
      ({ action }) => action,
    );

  it('export, apply on an empty account and export again give the same bytes', async () => {
    const [first, second] = [await makeAccount(), await makeAccount()];
    await apply(first, exampleFile);
    expect(await exported(first)).toBe(exampleFile);
    await apply(second, await exported(first));
    expect(await exported(second)).toBe(exampleFile);
  });

  it('an avatar with only a name is exported as its name', async () => {
    const account = await makeAccount();
    await operator.call('avatars.create', { params: { account }, body: { name: 'Plain' } });
    expect(await exported(account)).toContain('\navatars:\n  - name: Plain\nkeys: []\n');
  });

  it('a look in all its parts', async () => {
    const [first, second] = [await makeAccount(), await makeAccount()];
    const body = { name: 'Face', look: { ...averageLook } };
    await operator.call('avatars.create', { params: { account: first }, body });
    const file = await exported(first);
    await apply(second, file);
    expect(await exported(second)).toBe(file);
    expect(await apply(first, file)).toBe('Nothing to change.\n');
  });

  it('a second apply changes nothing, and the audit log stays as it is', async () => {
    const account = await makeAccount();
    await apply(account, exampleFile);
    const audit = await auditOf(account);
    expect(await apply(account, exampleFile)).toBe('Nothing to change.\n');
    expect(await auditOf(account)).toEqual(audit);
  });

  it('shows what changes and changes only that', async () => {
    const account = await makeAccount();
    await apply(account, exampleFile);
    const before = await auditOf(account);
    env.PARLEY_AVATAR_SALES_ENDPOINT_KEY = 'another-secret';
    env.PARLEY_WEBHOOK_ORDERS_HEADER_X_TEAM = 'another team';
    const changed = exampleFile
      .replace('greeting: Hello', 'greeting: Good day')
      .replace('retentionDays: 30', '');
    expect(await apply(account, changed)).toBe(
      [
        '~ account',
        '    retentionDays: 30 → 90',
        '~ webhook Orders',
        '    headers: ["x-team"] → ["x-team"]',
        '~ avatar Sales',
        '    greeting: "Hello" → "Good day"',
        '    endpointKey: (secret) changes',
        'Changed account.',
        'Changed webhook Orders.',
        'Changed avatar Sales.',
        '',
      ].join('\n'),
    );
    const made = (await auditOf(account)).slice(0, -before.length);
    expect(made).toEqual(['avatars.update', 'webhooks.update', 'account.update']);
    expect(await apply(account, changed)).toBe('Nothing to change.\n');
  });

  it('new keys and secrets of webhooks are printed once', async () => {
    const account = await makeAccount();
    const printed = await apply(account, exampleFile);
    expect(printed).toMatch(/Created webhook Orders\.\n {2}Copy this now\. It is shown only once: whsec_/);
    const [, key = ''] = /Created key Shop\.\n {2}.*: (parley_live_\w+)/.exec(printed) ?? [];
    const answer = await fetch(`${service.url}/avatars`, {
      headers: { 'x-api-key': key, origin: 'https://shop.example.com' },
    });
    expect(answer.status).toBe(200);
    for (const secret of Object.values(exampleSecrets)) expect(printed).not.toContain(secret);
  });

  it('a dry run shows and checks everything, and changes nothing', async () => {
    const account = await makeAccount();
    const audit = await auditOf(account);
    const makeAvatar = async () => {
      const params = { account: await makeAccount() };
      return Number((await operator.call('avatars.create', { params, body: { name: 'Plain' } })).id);
    };
    const id = await makeAvatar();
    const shown = await apply(account, exampleFile, ' --dry-run');
    expect(await makeAvatar(), 'no id is used up').toBe(id + 1);
    expect(shown).toContain('+ webhook Orders\n');
    expect(shown).toContain('+ key Shop\n');
    expect(shown).toMatch(/This was a dry run\. Nothing was changed\.\n$/);
    expect(await auditOf(account)).toEqual(audit);
    expect(await exported(account)).toContain('avatars: []');
  });

  it('all mistakes are shown before anything is changed', async () => {
    const account = await makeAccount();
    const audit = await auditOf(account);
    const wrong = exampleFile
      .replace('maxSessionDuration: 600', 'maxSessionDuration: 0')
      .replace('      - Help desk\n', '      - Help dsk\n')
      .replace('url: https://example.com/hook', 'url: nowhere');
    const refused = await refusal(account, wrong);
    const lineOf = (text: string) => wrong.slice(0, wrong.indexOf(text)).split('\n').length;
    const place = (text: string) => `, line ${lineOf(text)}: `;
    expect(refused).toMatch(
      new RegExp(
        `${place('url: nowhere')}webhook Orders: .+\n.+${place('maxSessionDuration: 0')}avatar Help desk: .+\n.+${place('name: Shop')}key Shop: there is no avatar Help dsk\\. Did you mean "Help desk"\\?\n$`,
      ),
    );
    expect(await auditOf(account)).toEqual(audit);
  });

  it('a missing variable is named before anything is changed', async () => {
    const account = await makeAccount();
    const audit = await auditOf(account);
    delete env.PARLEY_AVATAR_SALES_ENDPOINT_KEY;
    delete env.PARLEY_AVATAR_SALES_ENDPOINT_KEY_2;
    expect(await refusal(account, exampleFile)).toContain(
      'not set: PARLEY_AVATAR_SALES_ENDPOINT_KEY, PARLEY_AVATAR_SALES_ENDPOINT_KEY_2.',
    );
    expect(await auditOf(account)).toEqual(audit);
  });

  it('files that are not YAML or do not exist are refused', async () => {
    const account = await makeAccount();
    expect(await refusal(account, 'avatars: [')).toMatch(/parley\.yaml, line 1, column \d+/);
    expect(await parley.refused(`apply ${folder.path}/none.yaml --account ${account}`)).toContain(
      'Could not read the file',
    );
  });

  it('things that are not in the file are kept and listed; --prune deletes them', async () => {
    const account = await makeAccount();
    await apply(account, exampleFile);
    const less = 'webhooks: []\navatars:\n  - name: Sales\nkeys: []\nmembers: []\n';
    expect(await apply(account, less)).toContain(
      'Kept: webhook Orders, webhook Orders (2), avatar Help desk, avatar Sales (2), key Shop, member boss@example.com, member helper@example.com. --prune deletes what the file does not have.',
    );
    const pruned = await apply(account, less, ' --prune');
    expect(pruned).toContain('- avatar Help desk\n');
    expect(pruned).toContain('Kept: member boss@example.com (an account needs an owner).\n');
    expect(await exported(account)).toMatch(
      /\nwebhooks: \[\]\navatars:\n {2}- name: Sales\nkeys: \[\]\nmembers:\n {2}- email: boss@example\.com\n {4}role: owner\n$/,
    );
    expect(await apply(account, less, ' --prune')).toContain('Nothing to change.\n');
  });

  it('sections that a file does not have stay, even with --prune', async () => {
    const account = await makeAccount();
    await apply(account, exampleFile);
    expect(await apply(account, 'account: { retentionDays: 30 }\n', ' --prune')).toBe('Nothing to change.\n');
    expect(await exported(account)).toBe(exampleFile);
  });

  it('words of the account and of an avatar are applied, exported, and emptied by a file without them', async () => {
    const account = await makeAccount();
    const words = (word: string) =>
      `    pronunciations:\n      - word: ${word}\n        respelling: par-lee\n`;
    const avatar = 'avatars:\n  - name: Sales\n';
    const file = `account:\n${words('Parley')}${avatar}${words('Sales')}`;
    await apply(account, file);
    expect(await apply(account, file)).toBe('Nothing to change.\n');
    const shown = await exported(account);
    for (const word of ['Parley', 'Sales']) expect(shown).toContain(`word: ${word}`);
    await apply(account, `account: { retentionDays: 30 }\n${avatar}`);
    expect(await exported(account)).not.toContain('respelling');
  });

  it('how people answer visitors is applied, exported, and reset by a file without it', async () => {
    const account = await makeAccount();
    const settings =
      'quickReplies:\n    - One moment, please.\n  takeoverSilence: 300\n  personMailAfter: 0\n';
    const file = `account:\n  ${settings}`;
    await apply(account, file);
    expect(await apply(account, file)).toBe('Nothing to change.\n');
    expect(await exported(account)).toContain(settings);
    expect(await apply(account, 'account: {}\n')).toContain('takeoverSilence: 300 → 120');
    expect(await exported(account)).not.toContain('takeoverSilence');
    expect(await refusal(account, 'account: { personMailAfter: 7 }\n')).toContain('30 to 3600 seconds');
  });

  it('something that was deleted is created again by the same file', async () => {
    const account = await makeAccount();
    const file = 'keys:\n  - name: One\n    permissions: [read_avatars]\n';
    const first = await apply(account, file);
    const [{ id = '' } = {}] = (await operator.call('keys.list', { params: { account } })).items;
    await operator.call('keys.revoke', { params: { account, key: id } });
    const second = await apply(account, file);
    expect(second).toContain('Created key One.');
    expect(second).not.toBe(first);
    expect((await operator.call('keys.list', { params: { account } })).items).toMatchObject([
      { state: 'active' },
      { state: 'revoked' },
    ]);
  });
});
