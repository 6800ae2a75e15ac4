import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { killAll, processesIn } from '../../processes/index.ts';
import { type ClusterLocation, findBase, socketFolderFor } from './cluster-location.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { port } from './settings.ts';

type Files = Pick<ClusterLocation, 'cluster' | 'socketFolder'>;

/**
 * Prepares the cluster for a new server. Backends outlive a killed server until their query ends, and a new server
 * refuses to start beside them. It also mistakes a zombie, or a process that reuses the old pid, for a running server.
 */
export const clearLeftovers = async ({ cluster, socketFolder }: Files): Promise<void> => {
  await killAll(processesIn(cluster, 'postgres'));
  if ((await findPostmaster(cluster)) !== undefined) return;
  const socket = join(socketFolder, `.s.PGSQL.${port}`);
  const left = [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`];
  await Promise.all(left.map((file) => rm(file, { force: true })));
};

export const stopServer = async (pid: number, { socketFolder }: Files): Promise<void> => {
  await stopPostmaster(pid);
  await rm(socketFolder, { recursive: true, force: true });
};

/** Stops the server that a killed service left running on a data folder, if there is one. */
export const stopEmbedded = async (folder: string): Promise<void> => {
  const base = await findBase(folder);
  const files = { cluster: join(base, 'cluster'), socketFolder: socketFolderFor(base) };
  const running = await findPostmaster(files.cluster);
  if (running !== undefined) await stopServer(running.pid, files);
  await clearLeftovers(files);
};
