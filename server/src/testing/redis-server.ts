import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

export type TestRedis = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  /** Ends it like `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with nothing in it. */
  restart(): Promise<void>;
  /** Neither answers nor closes connections until `resume`. */
  pause(): void;
  resume(): void;
};

export type TestRedisOptions = { readonly password?: string; readonly cluster?: boolean };

/** A real Redis server on loopback that keeps nothing. */
export async function startRedis(program: string, options: TestRedisOptions = {}): Promise<TestRedis> {
  const port = await freePort();
  const { password, cluster = false } = options;
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--daemonize',
    'no',
  ];
  if (password !== undefined) args.push('--requirepass', password);
  if (cluster)
    args.push('--cluster-enabled', 'yes', '--cluster-config-file', `/tmp/parley-redis-${port}.conf`);
  let child = await start(program, args);
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  };
  return {
    url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`,
    port,
    kill: () => kill('SIGKILL'),
    async restart() {
      await kill('SIGKILL');
      child = await start(program, args);
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    [Symbol.asyncDispose]: () => kill('SIGKILL'),
  };
}

async function start(program: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    if (/ready to accept connections/i.test(output)) resolve();
  });
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`redis-server ended:\n${output}`)));
  await promise;
  return child;
}
