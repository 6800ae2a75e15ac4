import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

let guardian: ChildProcess | undefined;

const start = (): ChildProcess => {
  const program = fileURLToPath(new URL('./guardian-main.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  const { stdin } = child;
  if (stdin !== null && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return child;
};

/** Starts it before the first folder is made, so that it counts as nothing that a test file leaves behind. */
export const startGuardian = (): void => {
  guardian ??= start();
};

const tell = (message: { folder: string; done?: true }): void => {
  startGuardian();
  guardian?.stdin?.write(`${JSON.stringify(message)}\n`);
};

/** Should this process die, even by kill -9, the guardian ends what runs on the data folder and deletes it. */
export const cleanUpAfterCrash = (folder: string): Disposable => {
  tell({ folder });
  return { [Symbol.dispose]: () => tell({ folder, done: true }) };
};
