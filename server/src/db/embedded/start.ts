import { randomBytes } from 'node:crypto';
import { secretFile } from '../../data-folder/index.ts';
import { isAlive, processesIn, waitFor } from '../../processes/index.ts';
import { findBinaries } from './binaries.ts';
import { initialise, isInitialised } from './initialise.ts';
import { launch } from './launch.ts';
import { choosePlace, type Place } from './place.ts';
import { findPostmaster, hasArguments, stopPostmaster } from './postmaster.ts';
import { databaseName, port, serverArguments, userName } from './settings.ts';

export interface EmbeddedOptions {
  /** The data folder; it must exist. */
  folder: string;
  onProgress?: (text: string) => void;
  /** false: for throw-away clusters, which a power cut may destroy. */
  durable?: boolean;
}

export interface Embedded extends AsyncDisposable {
  url: string;
  pid: number;
  /** The server was already running: its service had been killed. */
  adopted: boolean;
  stop(): Promise<void>;
}

export const startEmbedded = async ({
  folder,
  onProgress = () => {},
  durable = true,
}: EmbeddedOptions): Promise<Embedded> => {
  const place = await choosePlace(folder, onProgress);
  const binaries = await findBinaries(place.account, onProgress);
  const password = await secretFile(folder, 'postgres.password', () => randomBytes(24).toString('base64url'));
  if (!(await isInitialised(place, binaries))) {
    onProgress('Creating the database (once)');
    await initialise(place, binaries, { password, durable });
  }
  const args = serverArguments(place, { version: binaries.version, durable });
  const orphan = await adopt(place, args);
  const pid = orphan ?? (await launch(place, binaries, args));
  const stop = () => stopPostmaster(pid);
  return {
    url: `postgres://${userName}:${password}@localhost:${port}/${databaseName}?host=${encodeURIComponent(place.socketFolder)}`,
    pid,
    adopted: orphan !== undefined,
    stop,
    [Symbol.asyncDispose]: stop,
  };
};

/** The pid of a server left behind that can be used as it is; one that cannot is stopped. */
const adopt = async ({ cluster }: Place, args: string[]): Promise<number | undefined> => {
  const settled = await waitFor(
    async () => {
      const found = await findPostmaster(cluster);
      return found?.status === 'starting' || found?.status === 'stopping' ? undefined : (found ?? 'none');
    },
    { limitMs: 5000 },
  );
  if (settled !== undefined && settled !== 'none' && (await hasArguments(cluster, args))) return settled.pid;
  const stuck = await findPostmaster(cluster);
  if (stuck !== undefined) await stopPostmaster(stuck.pid);
  await clearLeftovers(cluster);
  return undefined;
};

/** Backends outlive a killed server until their query ends, and a new server refuses to start beside them. */
const clearLeftovers = async (cluster: string): Promise<void> => {
  const left = processesIn(cluster, 'postgres');
  for (const pid of left) process.kill(pid, 'SIGKILL');
  await waitFor(() => (left.some(isAlive) ? undefined : true), { limitMs: 2000 });
};
