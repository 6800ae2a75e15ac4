import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { glb, vrmDocument } from '../avatars/testing/glb.ts';
import { type RunningService, startService, temporaryFolder } from '../testing/index.ts';
import { type OperatorClient, operatorClient, parleyCommand } from '../testing/running/index.ts';

type Made = { id: string; name: string; key: string };

describe('the command line', () => {
  let service: RunningService;
  let operator: OperatorClient;

  beforeAll(async () => {
    service = await startService();
    operator = operatorClient(service);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const parley = (line: string) => parleyCommand(service.dataDir, line.split(' '));
  const json = async <T = Made>(line: string): Promise<T> => {
    const { code, stdout, stderr } = await parley(`${line} --json`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as T;
  };
  /** One line on stderr, nothing on stdout, exit code 1. */
  const refused = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await parley(line);
    expect({ line, code, stdout }).toEqual({ line, code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    return stderr.trim();
  };
  const make = async (noun: string, body: object): Promise<string> =>
    (await operator.call<Made>('POST', `/operator/${noun}`, body)).id;
  const makeAccount = (name: string) => make('accounts', { name, email: 'a@example.com' });
  const asKey = async (key: string) => {
    const answer = await fetch(`${service.url}/avatars`, { headers: { 'x-api-key': key } });
    return { status: answer.status, body: await answer.json() };
  };

  describe('does what it says:', () => {
    it('accounts', async () => {
      const made = await json('account create --name Acme --email Boss@Acme.example');
      const account = { id: expect.stringMatching(/^acc_/), name: 'Acme' };
      expect(made).toMatchObject({ ...account, owner: { email: 'boss@acme.example' } });
      expect(await json(`account show ${made.id}`)).toMatchObject(account);
      expect(await json('account list')).toEqual(expect.arrayContaining([expect.objectContaining(account)]));
      expect((await parley('account list')).stdout).toMatch(/^ID +NAME +CREATED\n/);
    });

    it('avatars, with every setting of the contract', async () => {
      const account = await makeAccount('Avatars');
      const first =
        '--private --transcript --max-session-duration 600 --endpoint https://example.com/talk --endpoint-key open-sesame';
      const { id, ...rest } = await json(`avatar create --account ${account} --name Ada ${first}`);
      expect(rest).toStrictEqual({ name: 'Ada', page_url: expect.stringMatching(`/avatar/${id}$`) });
      const { stdout } = await parley(`avatar show ${id} --json`);
      expect(stdout).not.toContain('open-sesame');
      expect(JSON.parse(stdout)).toMatchObject({
        account,
        private: true,
        transcript: true,
        max_session_duration: 600,
        endpoint: 'https://example.com/talk',
        has_endpoint_key: true,
        webhook: null,
      });
      const then =
        '--name Bea --no-private --max-session-duration -1 --endpoint none --endpoint-key none --greeting Hi --embed-origins https://a.example,https://b.example';
      expect(await json(`avatar update ${id} ${then}`)).toMatchObject({
        name: 'Bea',
        private: false,
        transcript: true,
        max_session_duration: -1,
        endpoint: null,
        has_endpoint_key: false,
        greeting: 'Hi',
        embed_origins: ['https://a.example', 'https://b.example'],
      });
      expect(await json(`avatar list --account ${account}`)).toMatchObject([{ id, name: 'Bea' }]);
      expect((await parley(`avatar delete ${id}`)).stdout).toBe(`Avatar ${id} is deleted.\n`);
      expect(await refused(`avatar show ${id}`)).toContain(`no avatar ${id}`);
    });

    it('an avatar’s own model, its voice as a sound file, and what voices there are', async () => {
      await using folder = await temporaryFolder('cli-model');
      const account = await makeAccount('Model');
      const { id } = await json(`avatar create --account ${account} --name Ada`);
      const [model, wav] = [`${folder.path}/me.vrm`, `${folder.path}/hello.wav`];
      await writeFile(model, glb({ document: vrmDocument }));
      const stored = await json<{ url: string; format: string }>(`avatar model ${id} --file ${model}`);
      expect(stored).toMatchObject({ format: 'vrm', triangles: 1 });
      expect(Buffer.from(await (await fetch(stored.url)).bytes()).equals(await readFile(model))).toBe(true);
      expect(await refused(`avatar model ${id}`)).toContain('--file FILE, or --delete');
      expect(await refused(`avatar model ${id} --file ${folder.path}/none`)).toContain('cannot be read');
      await writeFile(model, 'no model');
      expect(await refused(`avatar model ${id} --file ${model}`)).toContain('no GLB or VRM');
      expect((await parley(`avatar model ${id} --delete`)).stdout).toBe(
        `The model of avatar ${id} is gone.\n`,
      );

      await json(`avatar say ${id} --text Hello. --voice built-in:rms --file ${wav}`);
      expect((await readFile(wav)).toString('latin1', 0, 4)).toBe('RIFF');
      expect(await refused(`avatar say ${id} --text Hello. --voice device --file ${wav}`)).toContain(
        'browser',
      );
      const { stdout } = await parley('avatar voices');
      expect(stdout).toMatch(/^VOICE +LANGUAGE +GENDER +ABOUT\nbuilt-in:slt +en-US +female +clear\n/);
    });

    it('an avatar’s voice, hearing and look', async () => {
      const account = await makeAccount('Voices');
      const { id } = await json(`avatar create --account ${account} --name Ada --voice built-in:rms`);
      const voice =
        '--voice openai:alloy --voice-url https://voice.example.com/v1 --voice-model kokoro --voice-rate 1.2 --voice-key voice-secret';
      const hearing =
        '--hearing server --hearing-language pt-br --hearing-url https://ears.example.com/v1 --hearing-key ear-secret';
      await json(`avatar update ${id} ${voice} ${hearing} --look nora`);
      const { stdout } = await parley(`avatar show ${id} --json`);
      expect(stdout).not.toContain('secret');
      expect(JSON.parse(stdout)).toMatchObject({
        voice: {
          provider: 'openai',
          voice: 'alloy',
          url: 'https://voice.example.com/v1',
          model: 'kokoro',
          rate: 1.2,
          has_key: true,
        },
        hearing: {
          recogniser: 'server',
          language: 'pt-BR',
          server: { url: 'https://ears.example.com/v1', model: 'whisper-1', has_key: true },
        },
        look: 'nora',
      });
      expect(
        await json(`avatar update ${id} --voice device --hearing browser --hearing-url none`),
      ).toMatchObject({
        voice: { provider: 'device' },
        hearing: { recogniser: 'browser', language: 'pt-BR', server: null },
      });
      expect(await refused(`avatar update ${id} --voice-rate fast`)).toContain('not a number such as 1.2');
      expect(await refused(`avatar update ${id} --voice espeak:../x`)).toContain('language');
      expect(await refused(`avatar update ${id} --look {"age":3}`)).toContain('age must be a number');
      expect(await refused(`avatar update ${id} --look {x`)).toContain('nor valid JSON');
    });

    it('a secret read from standard input', async () => {
      const id = await make('avatars', { account: await makeAccount('Stdin'), name: 'Quiet' });
      const words = ['avatar', 'update', id, '--endpoint-key', '-', '--json'];
      const { stdout } = await parleyCommand(service.dataDir, words, 'from-stdin\n');
      expect(JSON.parse(stdout)).toMatchObject({ has_endpoint_key: true });
    });

    it('keys, whose text is shown once and which the service takes at once', async () => {
      const account = await makeAccount('Keys');
      const avatar = await make('avatars', { account, name: 'Ada' });
      const input = `--permissions read_avatars,read_session_state --avatars ${avatar} --origins https://shop.example.com`;
      const { id, key, ...rest } = await json(`key create --account ${account} --name first ${input}`);
      expect({ id, key, rest }).toEqual({
        id: expect.stringMatching(/^key_/),
        key: expect.stringMatching(/^parley_live_/),
        rest: {},
      });
      expect(await asKey(key)).toMatchObject({ status: 200, body: { avatars: [{ id: avatar }] } });
      const { stdout } = await parley(`key list --account ${account} --json`);
      expect(stdout).not.toContain(key);
      expect(JSON.parse(stdout)).toMatchObject([
        {
          id,
          state: 'active',
          ends_with: key.slice(-4),
          permissions: ['read_avatars', 'read_session_state'],
          avatars: [avatar],
          origins: ['https://shop.example.com'],
        },
      ]);
      expect(await json(`key disable ${id}`)).toMatchObject({ state: 'disabled' });
      expect(await asKey(key)).toMatchObject({ status: 401 });
      expect(await json(`key enable ${id}`)).toMatchObject({ state: 'active' });
      expect(await asKey(key)).toMatchObject({ status: 200 });
      expect(await json(`key limits ${id} --burst 7 --rate 3`)).toMatchObject({ burst: 7, rate: 3 });
      expect(await json(`key limits ${id}`)).toMatchObject({ burst: 100, rate: 50 });
      expect(await json(`key revoke ${id}`)).toMatchObject({ state: 'revoked' });
      expect(await asKey(key)).toMatchObject({ status: 401 });
      expect(await refused(`key enable ${id}`)).toContain('revoked');
    });

    it('help, on request and only then', async () => {
      const { code, stdout } = await parley('help');
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('key create') });
      const { stdout: flags } = await parley('avatar update --help');
      expect(flags).toMatch(/^parley avatar update AVATAR: change an avatar’s settings\n/);
      expect(flags).toContain(
        '  --max-sessions …\n      How many sessions the avatar may have at the same time. A whole number from 1 to 1000000, or "none" for unlimited.\n',
      );
      expect(await json('account create --name help --email h@example.com')).toMatchObject({ name: 'help' });
    });
  });

  it('says what to change when a command is wrong', async () => {
    expect(await refused('avatar paint')).toContain('create, list, show, update, delete');
    expect(await refused('avatar create --account acc_nobody --name A')).toContain('no account acc_nobody');
    expect(await refused('avatar update 1001 --max-session-duration long')).toContain(
      '--max-session-duration',
    );
  });

  it('says so where no service runs on the data folder', async () => {
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
      const avatar = await make('avatars', { account, name: 'Theirs' });
      const key = await make('keys', { account, name: 'k', permissions: ['read_avatars'] });
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
        expect(await refused(`${noun} ${verb} ${id} --account ${ours}${flags}`)).toContain(
          `no ${noun} ${id}`,
        );
        expect(await operator.call('GET', `/operator/avatars/${theirs.avatar}`)).toMatchObject({
          name: 'Theirs',
        });
        expect(await operator.call('GET', `/operator/keys?account=${theirs.account}`)).toMatchObject({
          keys: [{ id: theirs.key, state: 'active', burst: 100, rate: 50 }],
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

    it('an account must be named where there are several', async () => {
      expect(await refused('avatar create --name Whose')).toContain('--account');
      expect(await refused('key list')).toContain('--account');
    });
  });
});
