import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

export type TestRedisOptions = {
  readonly password?: string;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Makes it a node of a cluster, which talks to others on this port. */
  readonly clusterPort?: number;
};

/** A real Redis server on loopback that keeps nothing. */
export async function startRedis(program: string, options: TestRedisOptions = {}): Promise<TestRedis> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'));
  const args = await argumentsFor(port, folder, options);
  let child = await start(program, args);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await ended;
  };
  const { password, tls } = options;
  const credentials = password === undefined ? '' : `:${password}@`;
  return {
    url: `${tls === undefined ? 'redis' : 'rediss'}://${credentials}127.0.0.1:${port}`,
    port,
    kill,
    async restart() {
      await kill();
      child = await start(program, args);
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function argumentsFor(port: number, folder: string, options: TestRedisOptions): Promise<string[]> {
  const { password, tls, clusterPort } = options;
  const args = ['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  if (tls === undefined) args.push('--port', String(port));
  else {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    await Promise.all([writeFile(key, tls.key), writeFile(cert, tls.cert)]);
    args.push('--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no');
    args.push('--tls-key-file', key, '--tls-cert-file', cert, '--tls-ca-cert-file', cert);
  }
  if (password !== undefined) args.push('--requirepass', password);
  if (clusterPort !== undefined) args.push('--cluster-enabled', 'yes', '--cluster-port', String(clusterPort));
  return args;
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
