import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RunningService,
  startService,
  type TemporaryFolder,
  temporaryFolder,
} from '../../server/src/testing/index.ts';
import { operatorOf } from '../testing/operator.ts';

const execute = promisify(execFile);

const typescriptApp = `
import createClient from 'openapi-fetch';
import type { components, paths } from './parley';

const [, , baseUrl = '', key = '', avatarId = ''] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': key } });
const token = await client.POST('/auth/generate-token', { body: { avatar_id: avatarId, expire_at: 60 } });
const list = await client.GET('/avatars', { params: { query: { page: 0, size: 100 } } });
const names: string[] = (list.data?.avatars ?? []).map(({ name }) => name);
const event: components['schemas']['ConnectionStateChangedEvent']['details']['state'] = 'connected';
console.log(token.data?.expires_in, names.includes('Generated'), event);
`;
const typescriptMistake = `
import createClient from 'openapi-fetch';
import type { paths } from './parley';

await createClient<paths>({}).POST('/auth/generate-token', { body: { avatar: '1' } });
`;
const pythonApp = `
import sys
from parley_client import AuthenticatedClient
from parley_client.api.api_key_endpoints import get_avatars, post_auth_generate_token
from parley_client.models import PostAuthGenerateTokenBody

url, key, avatar = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key, prefix="", auth_header_name="x-api-key")
token = post_auth_generate_token.sync(client=client, body=PostAuthGenerateTokenBody(avatar_id=avatar, expire_at=60))
page = get_avatars.sync(client=client, size=100)
print(token.expires_in, "Generated" in [each.name for each in page.avatars])
`;

describe('clients that are generated from openapi.json', () => {
  let service: RunningService;
  let folder: TemporaryFolder;
  let document: string;
  let args: string[];
  beforeAll(async () => {
    service = await startService();
    folder = await temporaryFolder('generated');
    document = join(folder.path, 'openapi.json');
    writeFileSync(document, await (await fetch(`${service.url}/openapi.json`)).text());
    const operator = operatorOf(service);
    const params = { account: await operator.account() };
    const body = { name: 'generated', permissions: ['generate_tokens', 'read_avatars'] };
    const { key } = await operator.call('keys.create', { params, body });
    args = [service.url, key, await operator.avatar({ name: 'Generated' })];
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const run = (command: string, ...words: string[]) => execute(command, words, { cwd: folder.path });
  const firstLine = ({ message }: Error): string => message.split('\n')[0] ?? '';

  it('openapi-typescript and openapi-fetch', async ({ skip }) => {
    writeFileSync(join(folder.path, 'package.json'), '{ "private": true, "type": "module" }');
    const packages = ['openapi-typescript@7', 'openapi-fetch@0', 'typescript@5', '@types/node@22'];
    await run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages).catch(
      (error: Error) => skip(`npm cannot fetch the packages: ${firstLine(error)}`),
    );
    await run('npx', 'openapi-typescript', document, '-o', 'parley.d.ts');
    const check = (file: string, text: string) => {
      writeFileSync(join(folder.path, file), text);
      const options =
        '--noEmit --strict --module esnext --moduleResolution bundler --target es2022 --lib es2023,dom';
      return run('npx', 'tsc', ...options.split(' '), file).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    };
    expect(await check('app.ts', typescriptApp)).toBe('');
    expect(await check('mistake.ts', typescriptMistake)).toContain("'avatar' does not exist");
    const { stdout } = await run(process.execPath, 'app.ts', ...args);
    expect(stdout.trim()).toBe('60 true connected');
  }, 300_000);

  it('openapi-python-client', async ({ skip }) => {
    const program = (name: string) => join(folder.path, 'env/bin', name);
    await run('python3', '-m', 'venv', 'env').catch((error: Error) =>
      skip(`no python3: ${firstLine(error)}`),
    );
    await run(program('pip'), 'install', '--quiet', 'openapi-python-client').catch((error: Error) =>
      skip(`pip cannot fetch the package: ${firstLine(error)}`),
    );
    const config = 'config.yml';
    const names = 'project_name_override: parley-client\nclientname_override: parley_client\n';
    writeFileSync(join(folder.path, config), `${names}post_hooks: []\n`);
    const made = await run(
      program('openapi-python-client'),
      'generate',
      '--path',
      document,
      '--config',
      config,
    );
    // It names every part of the document that it leaves out.
    expect(made.stdout + made.stderr).not.toMatch(/warning|error/i);
    const client = join(folder.path, 'parley-client');
    expect(readdirSync(join(client, 'parley_client/models')).length).toBeGreaterThan(200);
    writeFileSync(join(client, 'app.py'), pythonApp);
    await run(program('python'), '-m', 'compileall', '-q', client);
    const { stdout } = await run(program('python'), join(client, 'app.py'), ...args);
    expect(stdout.trim()).toBe('60 True');
  }, 300_000);
});
