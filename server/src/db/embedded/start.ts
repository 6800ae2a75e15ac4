import { randomBytes } from 'node:crypto';
import { secretFile } from '../../data-folder/index.ts';
import { adopt } from './adopt.ts';
import { findBinaries } from './binaries.ts';
import { initialise, isInitialised } from './initialise.ts';
import { keep } from './keeper.ts';
import { launch } from './launch.ts';
import { choosePlace, defaultSharedFolder } from './place.ts';
import { databaseName, port, serverArguments, userName } from './settings.ts';
import { stopServer } from './stop.ts';

export interface EmbeddedOptions {
  /** The data folder; it must exist. */
  folder: string;
  onProgress?: (text: string) => void;
  /** false: for throw-away clusters, which a power cut may destroy. */
  durable?: boolean;
  /** For root only: where to put what PostgreSQL's account cannot reach. */
  sharedFolder?: string;
}

export interface Embedded extends AsyncDisposable {
  url: string;
  /** Of the server now: it is started again when it ends by itself. */
  readonly pid: number;
  /** The server was already running: its service had been killed. */
  adopted: boolean;
  stop(): Promise<void>;
}

export const startEmbedded = async ({
  folder,
  onProgress = () => {},
  durable = true,
  sharedFolder = defaultSharedFolder,
}: EmbeddedOptions): Promise<Embedded> => {
  const place = await choosePlace(folder, sharedFolder, onProgress);
  const binaries = await findBinaries(place.account, sharedFolder, onProgress);
  const password = await secretFile(folder, 'postgres.password', () => randomBytes(24).toString('base64url'));
  if (!(await isInitialised(place, binaries))) {
    onProgress('Creating the database (once)');
    await initialise(place, binaries, { password, durable });
  }
  const args = serverArguments(place, { version: binaries.version, durable });
  // Only recovery after an unclean stop takes as long as that.
  const notice = setTimeout(() => onProgress('Waiting for PostgreSQL to recover'), 2000);
  const orphan = await adopt(place, args);
  const firstPid = orphan ?? (await launch(place, binaries, args).finally(() => clearTimeout(notice)));
  clearTimeout(notice);
  const startAgain = async () => (await adopt(place, args)) ?? launch(place, binaries, args);
  const keeper = keep(firstPid, startAgain, onProgress);
  const stop = async () => stopServer(await keeper.release(), place);
  const socket = encodeURIComponent(place.socketFolder);
  return {
    url: `postgres://${userName}:${password}@localhost:${port}/${databaseName}?host=${socket}`,
    get pid() {
      return keeper.pid();
    },
    adopted: orphan !== undefined,
    stop,
    [Symbol.asyncDispose]: stop,
  };
};
