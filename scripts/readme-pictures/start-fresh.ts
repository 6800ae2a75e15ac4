import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const start = join(import.meta.dirname, '../start.mjs');

/** Starts the service on an empty data folder, as `npm start` does, and reads what it prints. */
export async function startFresh(dataDir: string) {
  const child = spawn(process.execPath, [start], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    printed += text;
    if (printed.includes('Ctrl-C stops the service')) break;
  }
  const found = (pattern: RegExp): string => {
    const [, value] = pattern.exec(printed) ?? [];
    if (value === undefined) throw new Error(`The service did not start:\n${printed}`);
    return value;
  };
  return {
    url: found(/ready at (\S+)/),
    signInUrl: found(/(http\S+\/sign-in\/link#\S+)/),
    avatarId: found(/\/avatar\/(\d+)/),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
