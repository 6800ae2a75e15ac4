import { readFile, writeFile } from 'node:fs/promises';
import { createManagementClient, type ManagementClient } from '@parley/protocol/management/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { glb, vrmDocument } from '../avatars/testing/glb.ts';
import { type RunningService, startService, temporaryFolder } from '../testing/index.ts';
import { parleyCommand } from '../testing/running/index.ts';
import { commandLine } from './testing/command-line.ts';

type Created = { id: string; name: string; key: string };

describe('the command line', () => {
  let service: RunningService;
  let operator: ManagementClient;

  beforeAll(async () => {
    service = await startService();
    operator = createManagementClient({ url: service.url, token: service.operatorToken });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const { json: run, text, refused } = commandLine(() => service.dataDir);
  const json = <T = Created>(line: string): Promise<T> => run<T>(line);
  const makeAccount = async (name: string) =>
    (await operator.call('accounts.create', { body: { name, email: 'a@example.com' } })).id;
  const makeAvatar = async (account: string, name: string) =>
    (await operator.call('avatars.create', { params: { account }, body: { name } })).id;
  const asKey = async (key: string) => {
    const answer = await fetch(`${service.url}/avatars`, { headers: { 'x-api-key': key } });
    return { status: answer.status, body: await answer.json() };
  };

  describe('does what it says:', () => {
    it('accounts', async () => {
      const made = await json('account create --name Acme --email Boss@Acme.example');
      const account = { id: expect.stringMatching(/^acc_/), name: 'Acme' };
      expect(made).toMatchObject({ ...account, owners: ['boss@acme.example'] });
      expect(await json(`account show ${made.id}`)).toMatchObject(account);
      expect(await json('account list')).toEqual(expect.arrayContaining([expect.objectContaining(account)]));
      expect(await text('account list')).toMatch(/^ID +NAME +CREATED +OWNERS\n/);
    });

    it('avatars, with every setting of the contract', async () => {
      const account = await makeAccount('Avatars');
      const first =
        '--private --transcript --max-session-duration 600 --endpoint https://example.com/talk --endpoint-key open-sesame';
      const { id, ...rest } = await json(`avatar create --account ${account} --name Ada ${first}`);
      expect(rest).toStrictEqual({ name: 'Ada', pageUrl: expect.stringMatching(`/avatar/${id}$`) });
      const stdout = await text(`avatar show ${id} --account ${account} --json`);
      expect(stdout).not.toContain('open-sesame');
      expect(JSON.parse(stdout)).toMatchObject({
        private: true,
        transcript: true,
        maxSessionDuration: 600,
        endpointUrl: 'https://example.com/talk',
        hasEndpointKey: true,
        webhookId: null,
      });
      const then =
        '--name Bea --no-private --max-session-duration -1 --endpoint none --endpoint-key none --greeting Hi --embed-origins https://a.example,https://b.example';
      expect(await json(`avatar update ${id} --account ${account} ${then}`)).toMatchObject({
        name: 'Bea',
        private: false,
        transcript: true,
        maxSessionDuration: -1,
        endpointUrl: null,
        hasEndpointKey: false,
        greeting: 'Hi',
        embedOrigins: ['https://a.example', 'https://b.example'],
      });
      expect(await json(`avatar list --account ${account}`)).toMatchObject([{ id, name: 'Bea' }]);
      const copy = await json(`avatar duplicate ${id} --account ${account} --name Cleo`);
      expect(copy).toMatchObject({ name: 'Cleo' });
      expect(await text(`avatar delete ${id} --account ${account}`)).toBe('The avatar is deleted.\n');
      expect(await refused(`avatar show ${id} --account ${account}`)).toMatch(`no avatar ${id}`);
    });

    it('an avatar’s own model, its voice as a sound file, and what voices there are', async () => {
      await using folder = await temporaryFolder('cli-model');
      const account = await makeAccount('Model');
      const { id } = await json(`avatar create --account ${account} --name Ada`);
      const [model, wav] = [`${folder.path}/me.vrm`, `${folder.path}/hello.wav`];
      await writeFile(model, glb({ document: vrmDocument }));
      const stored = await json<{ url: string; format: string }>(
        `avatar model ${id} --account ${account} --file ${model}`,
      );
      expect(stored).toMatchObject({ format: 'vrm', triangles: 1 });
      expect(Buffer.from(await (await fetch(stored.url)).bytes()).equals(await readFile(model))).toBe(true);
      expect(await refused(`avatar model ${id} --account ${account}`)).toContain('--file FILE, or --delete');
      expect(await refused(`avatar model ${id} --account ${account} --file ${folder.path}/none`)).toContain(
        'Could not read the file',
      );
      await writeFile(model, 'no model');
      expect(await refused(`avatar model ${id} --account ${account} --file ${model}`)).toContain(
        'not a GLB or VRM',
      );
      expect(await text(`avatar model ${id} --account ${account} --delete`)).toBe(
        'The model is removed. Visitors see the look again.\n',
      );

      await json(`avatar say ${id} --account ${account} --text Hello. --voice built-in:rms --file ${wav}`);
      expect((await readFile(wav)).toString('latin1', 0, 4)).toBe('RIFF');
      expect(
        await refused(`avatar say ${id} --account ${account} --text Hello. --voice device --file ${wav}`),
      ).toContain('browser');
      const stdout = await text(`avatar voices --account ${account}`);
      expect(stdout).toMatch(/^VOICE +NAME +LANGUAGE +GENDER +ABOUT\nbuilt-in:mara +Mara +en-US +female +/);
    });

    it('an avatar’s voice, hearing and look', async () => {
      const account = await makeAccount('Voices');
      const { id } = await json(`avatar create --account ${account} --name Ada --voice built-in:rms`);
      const voice =
        '--voice openai:alloy --voice-url https://voice.example.com/v1 --voice-model kokoro --voice-rate 1.2 --voice-key voice-secret';
      const hearing =
        '--hearing server --hearing-language pt-br --hearing-url https://ears.example.com/v1 --hearing-key ear-secret';
      await json(`avatar update ${id} --account ${account} ${voice} ${hearing} --look nora`);
      const stdout = await text(`avatar show ${id} --account ${account} --json`);
      expect(stdout).not.toContain('secret');
      expect(JSON.parse(stdout)).toMatchObject({
        voice: {
          provider: 'openai',
          voice: 'alloy',
          url: 'https://voice.example.com/v1',
          model: 'kokoro',
          rate: 1.2,
          hasKey: true,
        },
        hearing: {
          recogniser: 'server',
          language: 'pt-BR',
          server: { url: 'https://ears.example.com/v1', model: 'whisper-1', hasKey: true },
        },
        look: 'nora',
      });
      expect(
        await json(
          `avatar update ${id} --account ${account} --voice device --hearing browser --hearing-url none`,
        ),
      ).toMatchObject({
        voice: { provider: 'device' },
        hearing: { recogniser: 'browser', language: 'pt-BR', server: null },
      });
      expect(await refused(`avatar update ${id} --account ${account} --voice-rate fast`)).toContain(
        'must be a number such as 1.2',
      );
      expect(await refused(`avatar update ${id} --account ${account} --voice espeak:../x`)).toContain(
        'language',
      );
      expect(await refused(`avatar update ${id} --account ${account} --look {"age":3}`)).toContain(
        'age must be a number',
      );
      expect(await refused(`avatar update ${id} --account ${account} --look {x`)).toContain('or valid JSON');
    });

    it('a secret that is read from standard input', async () => {
      const account = await makeAccount('Stdin');
      const id = await makeAvatar(account, 'Quiet');
      const words = ['avatar', 'update', id, '--account', account, '--endpoint-key', '-', '--json'];
      const { stdout } = await parleyCommand(service.dataDir, words, 'from-stdin\n');
      expect(JSON.parse(stdout)).toMatchObject({ hasEndpointKey: true });
    });

    it('keys, which are shown once and which the service accepts at once', async () => {
      const account = await makeAccount('Keys');
      const avatar = await makeAvatar(account, 'Ada');
      const input = `--permissions read_avatars,read_session_state --avatars ${avatar} --origins https://shop.example.com`;
      const { id, key, ...rest } = await json(`key create --account ${account} --name first ${input}`);
      expect({ id, key, rest }).toEqual({
        id: expect.stringMatching(/^key_/),
        key: expect.stringMatching(/^parley_live_/),
        rest: {},
      });
      expect(await asKey(key)).toMatchObject({ status: 200, body: { avatars: [{ id: avatar }] } });
      const stdout = await text(`key list --account ${account} --json`);
      expect(stdout).not.toContain(key);
      expect(JSON.parse(stdout)).toMatchObject([
        {
          id,
          state: 'active',
          last4: key.slice(-4),
          permissions: ['read_avatars', 'read_session_state'],
          avatarIds: [avatar],
          origins: ['https://shop.example.com'],
        },
      ]);
      expect(await json(`key disable ${id} --account ${account}`)).toMatchObject({ state: 'disabled' });
      expect(await asKey(key)).toMatchObject({ status: 401 });
      expect(await json(`key enable ${id} --account ${account}`)).toMatchObject({ state: 'active' });
      expect(await asKey(key)).toMatchObject({ status: 200 });
      const changed = await json(`key update ${id} --account ${account} --name second --avatars all`);
      expect(changed).toMatchObject({
        name: 'second',
        avatarIds: null,
        origins: ['https://shop.example.com'],
      });
      expect(await json(`key limits ${id} --account ${account} --burst 7 --rate 3`)).toMatchObject({
        burst: 7,
        rate: 3,
      });
      expect(await json(`key limits ${id} --account ${account}`)).toMatchObject({ burst: 100, rate: 50 });
      expect(await json(`key revoke ${id} --account ${account}`)).toMatchObject({ state: 'revoked' });
      expect(await asKey(key)).toMatchObject({ status: 401 });
      expect(await refused(`key enable ${id} --account ${account}`)).toContain('revoked');
    });

    it('help, on request and only then', async () => {
      const { code, stdout } = await parleyCommand(service.dataDir, ['help']);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('key create') });
      const flags = await text('avatar update --help');
      expect(flags).toMatch(/^parley avatar update AVATAR \[flags\]\n\n? *Change an avatar’s settings\.\n/);
      expect(flags).toMatch(
        / {2}--max-sessions … +How many visitors .+ A whole number from 1 to 1000000, or "none" for unlimited\.\n/,
      );
      expect(await json('account create --name help --email h@example.com')).toMatchObject({ name: 'help' });
    });
  });

  it('says what to change when a command is wrong', async () => {
    expect(await refused('avatar paint')).toContain(
      'create, list, show, update, duplicate, brains, promote, delete',
    );
    expect(await refused('avatar create --account acc_nobody --name A')).toContain(
      'This account does not exist',
    );
    expect(await refused('avatar update 1001 --account acc_nobody --max-session-duration long')).toContain(
      '--max-session-duration',
    );
  });

  it('says so if no service runs on the data folder', async () => {
    await using empty = await temporaryFolder('empty');
    const { code, stdout, stderr } = await parleyCommand(empty.path, ['account', 'list']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`No service runs on the data folder ${empty.path}`);
  });

  describe('keeps two accounts apart:', () => {
    let ours: string;
    let theirs: { account: string; avatar: string; key: string };

    beforeAll(async () => {
      ours = await makeAccount('Ours');
      const account = await makeAccount('Theirs');
      const avatar = await makeAvatar(account, 'Theirs');
      const body = { name: 'k', permissions: ['read_avatars'] };
      const { id: key } = await operator.call('keys.create', { params: { account }, body });
      theirs = { account, avatar, key };
    });

    it.each([
      ['avatar', 'show', ''],
      ['avatar', 'update', ' --name Taken'],
      ['avatar', 'delete', ''],
      ['key', 'disable', ''],
      ['key', 'enable', ''],
      ['key', 'revoke', ''],
      ['key', 'limits', ' --burst 1 --rate 1'],
    ] as const)(
      '%s %s finds nothing of the other account, and changes nothing',
      async (noun, verb, flags) => {
        const id = theirs[noun];
        expect(await refused(`${noun} ${verb} ${id} --account ${ours}${flags}`)).toMatch(
          new RegExp(`^(There is no ${noun}|This ${noun} does not exist)`),
        );
        const { account, avatar, key } = theirs;
        expect(await operator.call('avatars.get', { params: { account, avatar } })).toMatchObject({
          name: 'Theirs',
        });
        expect(await operator.call('keys.get', { params: { account, key } })).toMatchObject({
          state: 'active',
          burst: 100,
          rate: 50,
        });
      },
    );

    it('lists show nothing of the other account', async () => {
      expect(await json(`avatar list --account ${ours}`)).toEqual([]);
      expect(await json(`key list --account ${ours}`)).toEqual([]);
    });

    it('a key cannot be made for the other’s avatar', async () => {
      const input = `--name k --permissions read_avatars --avatars ${theirs.avatar}`;
      expect(await refused(`key create --account ${ours} ${input}`)).toBe(
        `There is no avatar ${theirs.avatar} in this account.`,
      );
    });

    it('an account must be named if there are several', async () => {
      expect(await refused('avatar create --name Whose')).toContain('--account');
      expect(await refused('key list')).toContain('--account');
    });
  });
});
