import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopEmbedded } from '../db/index.ts';
import { waitFor } from '../processes/index.ts';
import { seededDataFolder } from './data-folder.ts';
import { pollOptions } from './deadlines.ts';
import { freePort } from './free-port.ts';
import { plainEnvironment } from './plain-environment.ts';
import { serviceProgram } from './running/programs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface ServiceOptions {
  env?: Record<string, string>;
  /** A folder to keep. Without it the service gets a temporary one. */
  dataDir?: string;
  /** The main file of another version. */
  program?: string;
  /** A command that starts the service, in place of Node with the main file. It runs in the project's folder. */
  command?: readonly [string, ...string[]];
}

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RunningService extends AsyncDisposable {
  url: string;
  pid: number;
  dataDir: string;
  operatorToken: string;
  /** Its output so far. */
  output(): string;
  ended: Promise<Ending>;
  kill(signal: NodeJS.Signals): Promise<Ending>;
  /** Sends SIGTERM and waits for the end. Fails if the service does not end. */
  stop(): Promise<Ending>;
}

const launch = async ({ env, dataDir, program = serviceProgram, command }: ServiceOptions) => {
  await using undo = new AsyncDisposableStack();
  const folder = dataDir ?? undo.use(await seededDataFolder('service')).path;
  const port = env?.PORT ?? String(await freePort());
  const [file, ...args] = command ?? [process.execPath, program];
  const child = spawn(file, args, {
    ...(command === undefined ? {} : { cwd: root }),
    env: { ...plainEnvironment(), HOST: '127.0.0.1', PORT: port, DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]): Ending => ({ code, signal }));
  undo.defer(() => stopEmbedded(folder));
  undo.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, folder, port, ended, output: () => output, cleanUp: undo.move() };
};

/** Starts the real service in a process of its own and waits until it is ready. */
export const startService = async (options: ServiceOptions = {}): Promise<RunningService> => {
  const { child, folder, port, ended, output, cleanUp } = await launch(options);
  await using undo = cleanUp;
  const url = `http://127.0.0.1:${port}`;
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const outcome = await waitFor(async () => gone || (await isReady()) || undefined, pollOptions);
  if (gone || !outcome) throw new Error(`the service did not become ready; it said:\n${output()}`);
  const kill = async (signal: NodeJS.Signals): Promise<Ending> => {
    child.kill(signal);
    return ended;
  };
  const stop = async (): Promise<Ending> => {
    child.kill('SIGTERM');
    const stopped = await waitFor(() => gone || undefined, pollOptions);
    if (!stopped) throw new Error(`the service did not stop; it said:\n${output()}`);
    return ended;
  };
  const operatorToken =
    options.env?.OPERATOR_TOKEN ?? (await readFile(join(folder, 'operator.token'), 'utf8')).trim();
  const kept = undo.move();
  return {
    url,
    pid: child.pid ?? 0,
    dataDir: folder,
    operatorToken,
    output,
    ended,
    kill,
    stop,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
};

/** Runs a service that must refuse to start, until it ends. */
export const runService = async (options: ServiceOptions = {}): Promise<Ending & { output: string }> => {
  const { ended, output, cleanUp } = await launch(options);
  await using _undo = cleanUp;
  return { ...(await ended), output: output() };
};
