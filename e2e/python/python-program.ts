import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { plainEnvironment } from '../../server/src/testing/plain-environment.ts';

export const clientFolder = fileURLToPath(new URL('../../clients/python', import.meta.url));

const command = 'python3';
const isNewEnough = (): boolean =>
  spawnSync(command, ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;

/** Skips a test where there is no Python. */
export function needPython({ skip }: Pick<TestContext, 'skip'>): void {
  if (!isNewEnough()) skip('python3 is missing or older than 3.10');
}

/** Python finds the package in its sources. `-u`: each line of output comes at once. */
const environment = (more: Readonly<Record<string, string>>) => ({
  ...plainEnvironment(),
  PYTHONPATH: join(clientFolder, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  ...more,
});

const execute = promisify(execFile);

export type PythonOptions = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program of a virtual environment, which does not see the sources. */
  readonly program?: string;
};

const environmentOf = ({ program, env }: PythonOptions) =>
  environment({ ...(program === undefined ? {} : { PYTHONPATH: '' }), ...env });

/** Runs a program to its end. Returns what it printed. */
export async function runPython(args: readonly string[], options: PythonOptions = {}) {
  const { cwd = clientFolder, program = command } = options;
  return await execute(program, args, { cwd, env: environmentOf(options) });
}

export type PythonProgram = Awaited<ReturnType<typeof startPython>>;

/** A program that runs until its end is wanted. */
export async function startPython(args: readonly string[], options: PythonOptions = {}) {
  const { cwd = clientFolder, program = command } = options;
  const child = spawn(program, args, { cwd, env: environmentOf(options), stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const lines: string[] = [];
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return {
    /** The lines that it printed. */
    lines,
    complaints: () => complaints,
    say: (text: string) => child.stdin.write(`${text}\n`),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
