import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../../../server/src/processes/index.ts';
import { plainEnvironment, pollOptions, temporaryFolder } from '../../../server/src/testing/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A folder with a program of a reader, in which `@parley/server` is installed. */
export async function programFolder(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder('program');
  await mkdir(join(folder.path, 'node_modules/@parley'), { recursive: true });
  await symlink(join(root, 'packages/server-sdk'), join(folder.path, 'node_modules/@parley/server'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  return folder;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** Runs a program until it listens on the port. */
export async function startProgram(file: string, port: number, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [file], {
    env: { ...plainEnvironment(), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'close');
  let isGone = false;
  void ended.then(() => {
    isGone = true;
  });
  await waitFor(async () => isGone || (await isListening(port)) || undefined, pollOptions);
  if (isGone) throw new Error(`${file} ended: ${output}`);
  return {
    url: `http://127.0.0.1:${port}/`,
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
