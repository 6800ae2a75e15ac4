import { fork } from 'node:child_process';
import { once } from 'node:events';

export type Child<Ready> = AsyncDisposable & {
  readonly ready: Ready;
  /** Processor time it has used so far. */
  cpuMs(): Promise<number>;
};

type Message<Ready> = { readonly ready: Ready } | { readonly cpuMs: number };

const stopLimitMs = 10_000;

/**
 * Starts a program that calls `reportReady`. It is stopped by closing its channel, so it also ends if we are killed;
 * in a process group of its own, so that Ctrl-C in a terminal does not end it while we still use it.
 */
export async function startChild<Ready>(file: URL, input: unknown = {}): Promise<Child<Ready>> {
  const child = fork(file, [JSON.stringify(input)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.connected) child.disconnect();
    const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await exited;
    clearTimeout(force);
  };
  const next = async (): Promise<Message<Ready>> => {
    const [message] = await Promise.race([once(child, 'message'), exited.then(() => [])]);
    if (message === undefined)
      throw new Error(`${file.pathname.split('/').at(-1)} ended with ${child.exitCode}`);
    return message as Message<Ready>;
  };
  const first = await next();
  if (!('ready' in first)) throw new Error('a child spoke before it was ready');
  return {
    ready: first.ready,
    async cpuMs() {
      child.send('cpu');
      const answer = await next();
      return 'cpuMs' in answer ? answer.cpuMs : Number.NaN;
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** In the child: what the starter handed over. */
export const readInput = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T;

/**
 * In the child: says what the starter has to know and answers questions about processor time from then on. Settles
 * when the starter wants it to end, or is gone.
 */
export function reportReady(ready: unknown): Promise<void> {
  if (!process.connected) return Promise.resolve();
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    if (process.connected) process.send?.({ cpuMs: (user + system) / 1000 });
  });
  process.send?.({ ready });
  return new Promise((resolve) => process.once('disconnect', () => resolve()));
}
