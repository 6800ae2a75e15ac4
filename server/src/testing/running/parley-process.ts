import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { plainEnvironment } from '../plain-environment.ts';
import { parleyProgram } from './programs.ts';

export type ParleyProcess = AsyncDisposable & {
  /** The next line it prints. */
  line(): Promise<string>;
  /** Sends Ctrl-C. Resolves with the exit code, or with the signal that ended it. */
  interrupt(): Promise<number | string | null>;
};

/** A command that runs until it is interrupted. */
export function parleyProcess(
  dataDir: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ParleyProcess {
  const child = spawn(process.execPath, [parleyProgram, ...words], {
    env: { ...plainEnvironment(), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code, by] = await ended;
    return code ?? by;
  };
  return {
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error('the command ended and said no more');
      return value;
    },
    interrupt: () => end('SIGINT'),
    async [Symbol.asyncDispose]() {
      await end('SIGKILL');
    },
  };
}
