import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitFor } from '../../server/src/processes/index.ts';
import { pollOptions } from '../../server/src/testing/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs commands in a folder. Commands that still run are stopped at the end. */
export class Terminal implements AsyncDisposable {
  readonly #folder: string;
  readonly #environment: Environment;
  readonly #running: Running[] = [];

  constructor(folder: string, environment: Environment) {
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Runs a command to its end and returns its output. */
  async run(line: string): Promise<string> {
    const running = this.#spawn(line);
    const code = await running.ended;
    if (code !== 0) throw new Error(`"${line}" ended with ${code}:\n${running.output()}`);
    return running.output();
  }

  /** Starts a long-running command and waits until it is ready. */
  async start(line: string, isReady: (output: string) => boolean | Promise<boolean>): Promise<string> {
    const running = this.#spawn(line);
    this.#running.push(running);
    let code: unknown;
    void running.ended.then((ending) => {
      code = ending;
    });
    const ready = await waitFor(async () => {
      if (code !== undefined) throw new Error(`"${line}" ended with ${code}:\n${running.output()}`);
      return (await isReady(running.output())) || undefined;
    }, startPollOptions);
    if (ready === undefined) throw new Error(`"${line}" did not get ready:\n${running.output()}`);
    return running.output();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const running of this.#running.reverse()) {
      running.interrupt();
      await running.ended;
    }
  }

  #spawn(line: string): Running {
    const child = spawn('sh', ['-c', line], {
      cwd: this.#folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, which Ctrl-C ends as a whole.
      detached: true,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += String(chunk);
      });
    return {
      output: () => printed,
      ended: once(child, 'close').then(([code, signal]) => code ?? signal),
      interrupt: () =>
        child.pid !== undefined && child.exitCode === null && process.kill(-child.pid, 'SIGINT'),
    };
  }
}

type Running = { output(): string; readonly ended: Promise<unknown>; interrupt(): void };

/** A first start installs packages, which takes longer than any other state. */
const startPollOptions = { ...pollOptions, limitMs: 3 * pollOptions.limitMs };
