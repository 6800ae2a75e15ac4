import { isAlive, sendSignal } from '../../processes/index.ts';

const lookEveryMs = 250;
const pauseAfterFailureMs = 5000;

export interface Keeper {
  pid(): number;
  /** After this nothing is started again; gives the pid that is then the last one. */
  release(): Promise<number>;
}

/** Starts the server again when it ends unasked, for instance by the system's memory killer. */
export const keep = (
  firstPid: number,
  startAgain: () => Promise<number>,
  onProgress: (text: string) => void,
): Keeper => {
  let pid = firstPid;
  let reviving: Promise<void> | undefined;
  let notBefore = 0;
  const revive = async (): Promise<void> => {
    onProgress(`PostgreSQL (pid ${pid}) ended unexpectedly: starting it again`);
    try {
      pid = await startAgain();
    } catch (error) {
      notBefore = performance.now() + pauseAfterFailureMs;
      onProgress(error instanceof Error ? error.message : String(error));
    }
  };
  const timer = setInterval(() => {
    if (reviving !== undefined || isAlive(pid) || performance.now() < notBefore) return;
    reviving = revive().finally(() => {
      reviving = undefined;
    });
  }, lookEveryMs);
  timer.unref();
  // A process that ends without having been told to stop, by process.exit or a crash, takes the server with it.
  const stopAtExit = () => sendSignal(pid, 'SIGINT');
  process.once('exit', stopAtExit);
  return {
    pid: () => pid,
    release: async () => {
      clearInterval(timer);
      process.removeListener('exit', stopAtExit);
      await reviving;
      return pid;
    },
  };
};
