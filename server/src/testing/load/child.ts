import { fork } from 'node:child_process';
import { once } from 'node:events';

export type Child<Ready> = AsyncDisposable & {
  readonly ready: Ready;
  readonly pid: number;
  /** Asks a question that the program can answer. */
  ask<Answer>(question: string, input?: unknown): Promise<Answer>;
  /** Processor time it has used so far. */
  cpuMs(): Promise<number>;
};

/** What a program answers besides its processor time, by the name of the question. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>;

type Question = { readonly id: number; readonly question: string; readonly input: unknown };
type Reply = { readonly id: number; readonly answer?: unknown; readonly problem?: string };

export type ChildOptions = {
  readonly input?: unknown;
  readonly execArgv?: readonly string[];
  /** Ends the wait for an answer, so that the caller can stop what it started. */
  readonly signal?: AbortSignal;
};

const stopLimitMs = 10_000;

/**
 * Starts a program that calls `reportReady`. Closing its channel stops it, so it also ends if this process is killed.
 * It has its own process group, so that Ctrl-C in a terminal does not end it while it is still in use.
 */
export async function startChild<Ready>(
  file: URL,
  { input = {}, execArgv = [], signal }: ChildOptions = {},
): Promise<Child<Ready>> {
  const child = fork(file, [JSON.stringify(input)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    execArgv: [...process.execArgv, ...execArgv],
  });
  const name = file.pathname.split('/').at(-1);
  const exited = once(child, 'exit');
  const gone = exited.then(() => Promise.reject(new Error(`${name} ended with ${child.exitCode}`)));
  gone.catch(() => {});
  const called = rejectOnAbort(signal);
  const stop = async () => {
    if (child.connected) child.disconnect();
    const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await exited;
    clearTimeout(force);
  };
  const waiting = new Map<number, (reply: Reply) => void>();
  const [first] = (await Promise.race([once(child, 'message'), gone])) as [{ readonly ready?: Ready }];
  if (first.ready === undefined) throw new Error(`${name} spoke before it was ready`);
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply));

  let asked = 0;
  const ask = async <Answer>(question: string, input: unknown = null): Promise<Answer> => {
    asked += 1;
    const id = asked;
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    child.send({ id, question, input } satisfies Question);
    const { answer, problem } = await Promise.race([replied, gone, called]).finally(() => waiting.delete(id));
    if (problem !== undefined) throw new Error(`${name}: ${problem}`);
    return answer as Answer;
  };
  return {
    ready: first.ready,
    pid: child.pid ?? 0,
    ask,
    cpuMs: () => ask('cpu'),
    [Symbol.asyncDispose]: stop,
  };
}

/** Rejects when the bench is to end. */
function rejectOnAbort(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  if (signal?.aborted) reject(signal.reason);
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/** In the child: the input from the parent. */
export const readInput = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T;

/**
 * In the child: sends `ready` to the parent and then answers the parent's questions. Resolves when the parent closes
 * the channel or is gone.
 */
export function reportReady(ready: unknown, answers: Answers = {}): Promise<void> {
  if (!process.connected) return Promise.resolve();
  const reply = (message: Reply) => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', async ({ id, question, input }: Question) => {
    try {
      const answer = question === 'cpu' ? cpuMs() : answers[question]?.(input as never);
      reply({ id, answer: await answer });
    } catch (error) {
      reply({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.send?.({ ready });
  return new Promise((resolve) => process.once('disconnect', () => resolve()));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
