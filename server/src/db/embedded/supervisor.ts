import { startInterval } from '../../kernel/index.ts';
import { isAlive, sendSignal } from '../../processes/index.ts';

const lookEveryMs = 250;
const pauseAfterFailureMs = 5000;

export interface Supervisor {
  pid(): number;
  /** After this nothing is started again; gives the pid that is then the last one. */
  release(): Promise<number>;
}

/** Starts the server again when it ends unasked, for instance by the system's memory killer. */
export const supervise = (
  firstPid: number,
  restart: () => Promise<number>,
  onProgress: (text: string) => void,
): Supervisor => {
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
  // A process that ends without having been told to stop, by process.exit or a crash, takes the server with it.
  const stopAtExit = () => sendSignal(pid, 'SIGINT');
  process.once('exit', stopAtExit);
  return {
    pid: () => pid,
    release: async () => {
      process.removeListener('exit', stopAtExit);
      await watching[Symbol.asyncDispose]();
      return pid;
    },
  };
};
