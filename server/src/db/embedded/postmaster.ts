import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, sendSignal, waitFor, workingFolder } from '../../processes/index.ts';

export type Status = 'starting' | 'stopping' | 'ready' | 'standby';

export interface Postmaster {
  pid: number;
  status: Status;
  socketFolder: string;
}

const readLines = async (file: string): Promise<string[] | undefined> =>
  readFile(file, 'utf8').then(
    (text) => text.split('\n').map((line) => line.trim()),
    () => undefined,
  );

/** The server that runs on this cluster now. Undefined if there is none, even if postmaster.pid exists. */
export const findPostmaster = async (cluster: string): Promise<Postmaster | undefined> => {
  const lines = await readLines(join(cluster, 'postmaster.pid'));
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(pid) || pid <= 1) return undefined;
  if (!isAlive(pid) || !(await runsOn(pid, cluster))) return undefined;
  return { pid, status: (lines[7] || 'starting') as Status, socketFolder: lines[4] ?? '' };
};

// A folder that was copied with its postmaster.pid, or a reused pid, must not be mistaken for our server.
const runsOn = async (pid: number, cluster: string): Promise<boolean> => {
  if (process.platform !== 'linux') return true;
  return workingFolder(pid) === (await realpath(cluster));
};

export const hasArguments = async (cluster: string, wanted: string[]): Promise<boolean> => {
  const line = (await readLines(join(cluster, 'postmaster.opts')))?.[0];
  return line?.endsWith(wanted.map((argument) => ` "${argument}"`).join('')) ?? false;
};

// First a fast shutdown, then an immediate one. After that the next start recovers from the log, and nothing is lost.
const escalation: [NodeJS.Signals, number][] = [
  ['SIGINT', 2000],
  ['SIGQUIT', 500],
  ['SIGKILL', 400],
];

export const stopPostmaster = async (pid: number): Promise<void> => {
  for (const [name, limitMs] of escalation) {
    sendSignal(pid, name);
    const gone = await waitFor(() => (isAlive(pid) ? undefined : true), { limitMs, everyMs: 5 });
    if (gone) return;
  }
};
