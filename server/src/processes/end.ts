import { isAlive } from './inspect.ts';
import { waitFor } from './wait-for.ts';

/** Like process.kill, but it does not throw if the process is already gone. */
export const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

export const killAll = async (pids: number[]): Promise<void> => {
  for (const pid of pids) sendSignal(pid, 'SIGKILL');
  await waitFor(() => (pids.some(isAlive) ? undefined : true), { limitMs: 2000, everyMs: 5 });
};
