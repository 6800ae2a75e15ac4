import { startInterval } from '../../kernel/index.ts';
import { isAlive, sendSignal } from '../../processes/index.ts';

const lookEveryMs = 250;
const pauseAfterFailureMs = 5000;

/** Restarts the server when it ends unexpectedly, for instance because the system ran out of memory. */
export const supervise = (
  firstPid: number,
  restart: () => Promise<number>,
  onProgress: (text: string) => void,
) => {
  let pid = firstPid;
  let notBefore = 0;
  const watching = startInterval({
    everyMs: lookEveryMs,
    async run() {
      if (isAlive(pid) || performance.now() < notBefore) return;
      onProgress(`PostgreSQL (pid ${pid}) ended unexpectedly: starting it again`);
      pid = await restart();
    },
    onError(error) {
      notBefore = performance.now() + pauseAfterFailureMs;
      onProgress(error instanceof Error ? error.message : String(error));
    },
  });
  // If our process ends without a stop, by process.exit or a crash, it still stops the server.
  const stopAtExit = () => sendSignal(pid, 'SIGINT');
  process.once('exit', stopAtExit);
  return {
    pid: (): number => pid,
    /** Stops supervising. Resolves to the pid of the last server. */
    release: async (): Promise<number> => {
      process.removeListener('exit', stopAtExit);
      await watching[Symbol.asyncDispose]();
      return pid;
    },
  };
};
