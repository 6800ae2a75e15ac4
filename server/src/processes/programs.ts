import {
  type ChildProcess,
  type ChildProcessByStdio,
  execFile,
  type ForkOptions,
  fork,
  type SpawnOptions,
  spawn,
} from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { mustBeOutsideTransaction } from '../kernel/index.ts';

/** What every program may know: where programs and libraries are, who runs them, language and time zone. */
const always = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH)$/;

export type ProgramEnvironment = {
  /** The names of further variables that the program gets, if they are set. */
  readonly passOn?: RegExp;
  /** Variables that the program gets with these values. */
  readonly add?: Readonly<Record<string, string>>;
  /** The variables to choose from; those of this process if left out. */
  readonly from?: Readonly<Record<string, string | undefined>>;
};

/**
 * The environment of another program. The service's own environment contains its secrets, so a program gets only the
 * variables that are listed.
 */
export function programEnvironment(wanted: ProgramEnvironment = {}): Record<string, string> {
  const chosen = Object.entries(wanted.from ?? process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (always.test(entry[0]) || (wanted.passOn?.test(entry[0]) ?? false)),
  );
  return { ...Object.fromEntries(chosen), ...wanted.add };
}

type Options = Omit<SpawnOptions, 'env'> & { readonly environment?: ProgramEnvironment };

/** Starts a program. Arguments are visible to every user of the machine, so they must not contain secrets. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: Options & { stdio: ['ignore', 'pipe', 'pipe'] },
): ChildProcessByStdio<null, Readable, Readable>;
export function startProgram(
  program: string,
  args: readonly string[],
  options: Options & { stdio: ['pipe', 'pipe', 'ignore'] },
): ChildProcessByStdio<Writable, Readable, null>;
export function startProgram(program: string, args: readonly string[], options: Options): ChildProcess;
export function startProgram(
  program: string,
  args: readonly string[],
  { environment, ...options }: Options,
): ChildProcess {
  mustBeOutsideTransaction('starting a program');
  return spawn(program, [...args], { ...options, env: programEnvironment(environment) });
}

/** Starts a program of our own that runs in Node and exchanges messages with us. */
export function startNodeProgram(
  file: string,
  { environment, ...options }: Omit<ForkOptions, 'env'> & { readonly environment?: ProgramEnvironment } = {},
): ChildProcess {
  return fork(file, { ...options, env: programEnvironment(environment) });
}

/** Runs a program to its end with a text as its input. Rejects with `stderr` if it fails. */
export function completeProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; uid?: number; gid?: number; input?: string },
): Promise<void> {
  const { input = '', ...rest } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(program, [...args], { ...rest, env: programEnvironment() }, (error, _, stderr) => {
      if (error === null) resolve();
      else reject(Object.assign(error, { stderr }));
    });
    // A program that ends without reading its input breaks the pipe. Its exit code is more useful than this error.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
