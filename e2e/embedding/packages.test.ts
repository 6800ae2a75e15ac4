import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

const app = `import { createLiveClient } from '@parley/client';
import { Builder, type Parley, ParleyError } from '@parley/client/sdk';
import { Avatar, useConversation, useTranscript } from '@parley/react';

const Chat = () => {
  const { sendMessage } = useConversation();
  const said: readonly { readonly text: string }[] = useTranscript();
  return <button onClick={() => sendMessage('Hello')}>{said.length}</button>;
};
export const Help = () => <Avatar url="https://talk.example.com" avatarId="7"><Chat /></Avatar>;
export const parley: Parley = Builder().setUrl('https://talk.example.com').setAvatarId('7').build();
parley.on('websocket-message', (frame) => {
  if (frame.type === 'sentence') console.log(frame.text.length, frame.utterance + 1);
});
export const plain = createLiveClient({ url: 'https://talk.example.com', avatarId: 7 });
export const isOurs = (error: unknown): boolean => error instanceof ParleyError && error.code === 'refused';
`;
const mistake = `import { Builder } from '@parley/client/sdk';
Builder().setAvatarId('7').build().on('websocket-message', (frame) => frame.type === 'no such frame');
`;
const server = `import { createGateway, type GatewaySession, LoginRefused } from '@parley/server';
import { createApiClient, ParleyApiError } from '@parley/server/client';
import { nodeHandler } from '@parley/server/node';
import { createPartnerReceiver } from '@parley/server/partners';
import { createWebhookReceiver } from '@parley/server/webhooks';

const gateway = createGateway({
  apiKey: 'key',
  data: (login) => ({ user: login.userId, count: 0 }),
  onLogin(session: GatewaySession<{ count: number }>) {
    if (session.login.customString === undefined) throw new LoginRefused('No basket');
  },
  async *onChat(session, message, { signal }) {
    session.data.count += message.length;
    if (!signal.aborted) yield session.data.user.toUpperCase();
  },
});
export const listener = nodeHandler(gateway);
export const receive = createWebhookReceiver({
  secret: 'whsec_c2VjcmV0',
  onEvent(event) {
    if (event.name === 'session:conversation') return event.details.transcript.map(({ message }) => message.trim());
    if (event.name === 'session:ended') return event.details.turns + (event.sequence ?? 0);
  },
});
export const partner = createPartnerReceiver({ serviceUrl: 'https://talk.example.com', clientId: 'cli_1', secret: 'whsec_c2VjcmV0', onEvent: console.log });
const api = createApiClient({ url: 'https://talk.example.com', apiKey: 'key' });
export const status = async () => (await api.querySession('s', ['avatarStatus']))?.avatarStatus === 'TALKING';
export const isLimited = (error: unknown) => error instanceof ParleyApiError && error.reason === 'rateLimited';
`;
const serverMistake = `import { createWebhookReceiver } from '@parley/server/webhooks';
createWebhookReceiver({ secret: 'x', onEvent: (event) => event.name === 'no such event' });
`;

/** The packages are modules, so older resolutions and `require` do not know them. */
const lint = `import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

const reports = [];
for (const file of process.argv.slice(2).sort()) {
  const bytes = new Uint8Array(readFileSync(file));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer } });
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(bytes));
  const real = problems.filter(({ resolutionKind }) => !['node10', 'node16-cjs'].includes(resolutionKind));
  reports.push({ name: pkg.name, found: [...messages, ...(types ? real : ['no types'])] });
}
console.log(JSON.stringify(reports));
`;

describe('the packages for npm', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder('packages');
    const packed = join(folder.path, 'packed');
    await run(process.execPath, [join(root, 'web/pack.ts'), packed]);
    // This repository already contains what they need, so no registry is used.
    const needed = ['typebox', 'react', '@types/react', 'csstype', 'jose', '@types/node', 'undici-types'].map(
      (name) => join(root, 'node_modules', name),
    );
    await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed, ...needed]);
    writeFileSync(join(folder.path, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }');
    const tarballs = globSync('*.tgz', { cwd: packed }).map((file) => `./packed/${file}`);
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], {
      cwd: folder.path,
    });
    writeFileSync(join(folder.path, 'app.tsx'), app);
    writeFileSync(join(folder.path, 'mistake.ts'), mistake);
    writeFileSync(join(folder.path, 'server.ts'), server);
    writeFileSync(join(folder.path, 'server-mistake.ts'), serverMistake);
  }, 120_000);
  afterAll(() => folder[Symbol.asyncDispose]());

  const check = (file: string, moduleResolution: string) => {
    const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
    const options = `--noEmit --strict --jsx react-jsx --target es2022 --lib es2022,dom,dom.iterable --types react,node`;
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const args = [...options.split(' '), '--module', module, '--moduleResolution', moduleResolution, file];
    return run(process.execPath, [tsc, ...args], { cwd: folder.path }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  };

  it.each(['bundler', 'nodenext'])('have valid types with %s resolution', async (moduleResolution) => {
    expect(await check('app.tsx', moduleResolution)).toBe('');
    expect(await check('mistake.ts', moduleResolution)).toContain('no overlap');
    expect(await check('server.ts', moduleResolution)).toBe('');
    expect(await check('server-mistake.ts', moduleResolution)).toContain('no overlap');
  });

  it('have nothing that publint or attw finds', async (context) => {
    // From the registry: together they are too large for everybody's installation.
    const tools = ['publint@0.3.25', '@arethetypeswrong/core@0.18.5'];
    const toolsFolder = join(folder.path, 'tools');
    const installed = await run('npm', [
      'install',
      '--prefix',
      toolsFolder,
      '--no-audit',
      '--no-fund',
      ...tools,
    ]).then(
      () => true,
      () => false,
    );
    context.skip(!installed, 'the npm registry cannot be reached');
    writeFileSync(join(toolsFolder, 'lint.mjs'), lint);
    const tarballs = globSync('packed/parley-*.tgz', { cwd: folder.path }).map((file) =>
      join(folder.path, file),
    );
    const { stdout } = await run(process.execPath, ['lint.mjs', ...tarballs], { cwd: toolsFolder });
    expect(JSON.parse(stdout)).toEqual(
      ['client', 'react', 'server'].map((name) => ({ name: `@parley/${name}`, found: [] })),
    );
  });

  it('@parley/server runs from its file, and only its adapters need Node.js', async () => {
    const code = `import { createGateway } from '@parley/server';
      import '@parley/server/client';
      import '@parley/server/partners';
      const gateway = createGateway({ apiKey: 'key', onChat: () => 'hello' });
      const response = await gateway(new Request('http://localhost/', { method: 'POST' }));
      console.log(response.status);`;
    writeFileSync(join(folder.path, 'run.mjs'), code);
    const { stdout } = await run(process.execPath, ['run.mjs'], { cwd: folder.path });
    expect(stdout).toBe('401\n');
    const dist = join(folder.path, 'node_modules/@parley/server/dist');
    const users = globSync('*.js', { cwd: dist }).filter((file) =>
      /from ?["']node:/.test(readFileSync(join(dist, file), 'utf8')),
    );
    expect(users).toEqual(['node.js']);
  });

  it('hold scripts and declarations, and no sources or tests', () => {
    const files = ['client', 'react', 'server'].flatMap((name) =>
      globSync(`node_modules/@parley/${name}/**/*.*`, { cwd: folder.path }),
    );
    expect(files.length).toBeGreaterThan(40);
    expect(files.filter((file) => /(?<!\.d)\.tsx?$|\.test\./.test(file))).toEqual([]);
    const manifest = readFileSync(join(folder.path, 'node_modules/@parley/react/package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({
      peerDependencies: { react: '>=18' },
      dependencies: { '@parley/client': '0.1.0' },
    });
  });

  it('can be bundled into an app', async () => {
    const bundled = await build({
      configFile: false,
      logLevel: 'error',
      root: folder.path,
      build: {
        write: false,
        lib: { entry: join(folder.path, 'app.tsx'), formats: ['es'], fileName: 'app' },
        rolldownOptions: { external: [/^react/] },
      },
    });
    const [{ output }] = bundled as unknown as [{ output: { code: string }[] }];
    const code = output.map((chunk) => chunk.code).join('');
    expect(code).toContain('websocket-message');
    expect(code).not.toMatch(/from ?"(typebox|@parley|node:)/);
  });
});
