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

describe('the packages for npm', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder('packages');
    const packed = join(folder.path, 'packed');
    await run(process.execPath, [join(root, 'web/pack.ts'), packed]);
    // This repository already contains what they need, so no registry is used.
    const needed = ['typebox', 'react', '@types/react', 'csstype'].map((name) =>
      join(root, 'node_modules', name),
    );
    await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed, ...needed]);
    writeFileSync(join(folder.path, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }');
    const tarballs = globSync('*.tgz', { cwd: packed }).map((file) => `./packed/${file}`);
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], {
      cwd: folder.path,
    });
    writeFileSync(join(folder.path, 'app.tsx'), app);
    writeFileSync(join(folder.path, 'mistake.ts'), mistake);
  }, 120_000);
  afterAll(() => folder[Symbol.asyncDispose]());

  const check = (file: string, moduleResolution: string) => {
    const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
    const options = `--noEmit --strict --jsx react-jsx --target es2022 --lib es2022,dom,dom.iterable --types react`;
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
  });

  it('hold scripts and declarations, and no sources or tests', () => {
    const files = ['client', 'react'].flatMap((name) =>
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
