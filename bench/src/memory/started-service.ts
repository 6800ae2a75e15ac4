import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readService } from '../../../server/src/data-folder/index.ts';
import { stopEmbedded } from '../../../server/src/db/index.ts';
import { waitFor } from '../../../server/src/processes/index.ts';
import { freePort, plainEnvironment } from '../../../server/src/testing/index.ts';

export type StartedService = AsyncDisposable & {
  /** The process id of npm, the parent of the service and its database. */
  readonly npmPid: number;
  readonly pid: number;
  readonly port: number;
  readonly operatorToken: string;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const startLimitMs = 120_000;

/** `npm run` puts our Node first. A person who types `npm start` runs npm with the installed Node. */
const pathWithoutOurNode = (): string =>
  (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':');

/** Runs `npm start` with an empty data folder, like a new user. */
export async function startByNpm(signal: AbortSignal): Promise<StartedService> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'parley-memory-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...plainEnvironment(),
      PATH: pathWithoutOurNode(),
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: 'ignore',
  });
  const ended = once(npm, 'exit');
  started.defer(() => stopEmbedded(folder));
  started.defer(async () => {
    npm.kill('SIGTERM');
    await ended;
  });
  const ready = await waitFor(
    async () => {
      signal.throwIfAborted();
      if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
      const service = await readService(folder);
      return service?.state === 'ready' ? service : undefined;
    },
    { limitMs: startLimitMs },
  );
  if (ready === undefined) throw new Error('the service did not become ready');
  const operatorToken = (await readFile(join(folder, 'operator.token'), 'utf8')).trim();
  const running = started.move();
  return {
    npmPid: npm.pid ?? 0,
    pid: ready.pid,
    port,
    operatorToken,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
