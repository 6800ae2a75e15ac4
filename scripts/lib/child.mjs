import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Ends this process with the child's exit code or signal. */
export const exitLike = (child) => {
  child.once('error', ({ message }) => {
    process.stderr.write(`${child.spawnfile} cannot be run: ${message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
};

/** Runs a program of this project in the terminal of this process, and ends like it. */
export const runProgram = (runtime, file, args) => {
  const child = spawn(runtime, [file, ...args], { stdio: 'inherit' });
  const inTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to the child itself.
  process.on('SIGINT', () => inTerminal || child.kill('SIGINT'));
  exitLike(child);
};
