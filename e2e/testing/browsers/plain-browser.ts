import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A browser that Playwright cannot drive: it opens one page, clicks there and evaluates expressions. */
export type PlainBrowser = AsyncDisposable & {
  goto(url: string): Promise<void>;
  /** A click like a visitor's, after which the browser allows sound. */
  click(selector: string): Promise<void>;
  /** The value must be JSON. */
  evaluate<T>(expression: string): Promise<T>;
};

/** A program that was started for a test. */
export class Program implements AsyncDisposable {
  readonly #child: ChildProcess;
  #output = '';

  constructor(path: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    // Its own process group, because browsers start further processes.
    this.#child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString('utf8');
      });
  }

  /** What the first group matches in the output so far. Throws if the program has ended. */
  read(pattern: RegExp): string | undefined {
    if (this.#child.exitCode !== null) throw new Error(`The program has ended: ${this.#output}`);
    return pattern.exec(this.#output)?.[1];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    process.kill(-pid, 'SIGKILL');
    await ended;
  }
}
