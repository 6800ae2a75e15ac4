import { randomBytes } from 'node:crypto';
import { secretFile } from '../../data-folder/index.ts';
import { adopt } from './adopt-running-server.ts';
import { findBinaries } from './binaries.ts';
import { chooseLocation, defaultSharedFolder } from './cluster-location.ts';
import { initialise, isInitialised } from './initialise.ts';
import { launch } from './launch.ts';
import { databaseName, port, serverArguments, userName } from './settings.ts';
import { stopServer } from './stop.ts';
import { supervise } from './supervisor.ts';

export interface EmbeddedOptions {
  /** The data folder, which must exist. */
  folder: string;
  onProgress?: (text: string) => void;
  /** False for temporary clusters, which a power cut may destroy. */
  durable?: boolean;
  /** Several processes need more connections than one. */
  maxConnections?: number | undefined;
  /** Used only by root: the folder for files that PostgreSQL's user cannot reach elsewhere. */
  sharedFolder?: string;
}

export interface Embedded extends AsyncDisposable {
  url: string;
  /** The pid of the current server. It changes when the server is restarted. */
  readonly pid: number;
  /** The server was already running, because its service had been killed. */
  adopted: boolean;
  stop(): Promise<void>;
}

export const startEmbedded = async ({
  folder,
  onProgress = () => {},
  durable = true,
  maxConnections,
  sharedFolder = defaultSharedFolder,
}: EmbeddedOptions): Promise<Embedded> => {
  const location = await chooseLocation(folder, sharedFolder, onProgress);
  const binaries = await findBinaries(location.systemUser, sharedFolder, onProgress);
  const password = await secretFile(folder, 'postgres.password', () => randomBytes(24).toString('base64url'));
  if (!(await isInitialised(location, binaries))) {
    onProgress('Creating the database (once)');
    await initialise(location, binaries, { password, durable });
  }
  const args = serverArguments(location, { version: binaries.version, durable, maxConnections });
  // Only recovery after an unclean stop takes this long.
  const notice = setTimeout(() => onProgress('Waiting for PostgreSQL to recover'), 2000);
  const orphan = await adopt(location, args);
  const firstPid = orphan ?? (await launch(location, binaries, args).finally(() => clearTimeout(notice)));
  clearTimeout(notice);
  const restart = async () => (await adopt(location, args)) ?? launch(location, binaries, args);
  const supervisor = supervise(firstPid, restart, onProgress);
  const stop = async () => stopServer(await supervisor.release(), location);
  const socket = encodeURIComponent(location.socketFolder);
  return {
    url: `postgres://${userName}:${password}@localhost:${port}/${databaseName}?host=${socket}`,
    get pid() {
      return supervisor.pid();
    },
    adopted: orphan !== undefined,
    stop,
    [Symbol.asyncDispose]: stop,
  };
};
