import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface NodeProcess extends AsyncDisposable {
  pid: number;
  /** The next line of its output. Fails if the process ends first. */
  line(): Promise<string>;
  say(text: string): void;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Runs a piece of module code in a process of its own, for tests that need two processes or a killed one. */
export const nodeProcess = (code: string, args: string[] = []): NodeProcess => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, ...args], {
    stdio: 'pipe',
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    const exited = ended(child) ? undefined : once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    pid: child.pid ?? 0,
    line: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the process ended (${child.exitCode}) and said no more: ${complaints}`);
      return value;
    },
    say: (text) => child.stdin.write(`${text}\n`),
    kill,
    [Symbol.asyncDispose]: () => kill('SIGKILL'),
  };
};
