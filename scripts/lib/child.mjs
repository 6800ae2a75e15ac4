import { constants } from 'node:os';

/** Ends this process with the child's exit code or signal. */
export const exitLike = (child) => {
  child.once('error', ({ message }) => {
    process.stderr.write(`${child.spawnfile} cannot be run: ${message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
};
