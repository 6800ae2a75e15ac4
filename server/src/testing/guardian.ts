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

/** Called before the first folder is made, so that the guardian does not count as a leak of a test file. */
export const startGuardian = (): void => {
  guardian ??= start();
};

const sendToGuardian = (message: { folder: string; done?: true }): void => {
  startGuardian();
  guardian?.stdin?.write(`${JSON.stringify(message)}\n`);
};

/** If this process dies, even by kill -9, the guardian ends the processes of the data folder and deletes the folder. */
export const cleanUpAfterCrash = (folder: string): Disposable => {
  sendToGuardian({ folder });
  return { [Symbol.dispose]: () => sendToGuardian({ folder, done: true }) };
};
