import { totalmem } from 'node:os';
import type { ClusterLocation } from './cluster-location.ts';

export const userName = 'parley';
export const databaseName = 'parley';
export const port = 5432;

const megabyte = 1_024 * 1_024;
const [minBuffers, maxBuffers] = [16, 128];

/** A sixteenth of the machine's memory: a machine with 512 MB cannot spare more, and one with 2 GB gets all we can use. */
export const sharedBuffers = (memoryBytes: number): string => {
  const share = Math.floor(memoryBytes / 16 / megabyte / 8) * 8;
  return `${Math.min(maxBuffers, Math.max(minBuffers, share))}MB`;
};

const always: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: sharedBuffers(
    Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  ),
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Reads come from the page cache of one small machine. Three more processes would not make them faster.
  io_method: 'sync',
  // Parallel queries need /dev/shm, which containers keep small, and gain nothing on two cores.
  max_parallel_workers_per_gather: '0',
  // Nothing subscribes to another server, so nothing needs the process that starts subscriptions.
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

const throwAway: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  // It would start a process for each of many databases that live for seconds.
  autovacuum: 'off',
};

/** The command line. PostgreSQL stores it in postmaster.opts, and a running server is adopted only if it is the same. */
export const serverArguments = (
  { cluster, socketFolder }: ClusterLocation,
  {
    version,
    durable,
    maxConnections,
  }: { version: string; durable: boolean; maxConnections?: number | undefined },
): string[] => {
  const settings = {
    ...always,
    ...(durable ? {} : throwAway),
    ...(maxConnections === undefined ? {} : { max_connections: String(maxConnections) }),
    // PostgreSQL reads a list here, so a comma in the path would start the next folder.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    port: String(port),
    cluster_name: `parley ${version}`,
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
};
