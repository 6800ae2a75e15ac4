import { open, readFile, rename, stat } from 'node:fs/promises';
import { startProgram, waitFor } from '../../processes/index.ts';
import type { Binaries } from './binaries.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { EmbeddedFailure } from './failure.ts';
import { findPostmaster } from './postmaster.ts';

const maxLogBytes = 5_000_000;
// Recovery after a crash replays at most max_wal_size, which may take a while on a slow disk.
export const startLimitMs = 60_000;

/** Starts the server in its own process group, so that Ctrl-C in a terminal does not stop it before us. */
export const launch = async (
  location: ClusterLocation,
  binaries: Binaries,
  args: string[],
): Promise<number> => {
  await rotate(location.logFile);
  const log = await open(location.logFile, 'a', 0o600);
  const begin = (await log.stat()).size;
  const { systemUser } = location;
  const child = startProgram(binaries.postgres, args, {
    cwd: location.cluster,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...(systemUser && { uid: systemUser.uid, gid: systemUser.gid }),
  });
  let ended: string | undefined;
  child.once('error', ({ message }) => {
    ended = message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ?? code}`;
  });
  child.unref();
  const outcome = await waitFor(
    async () => {
      if (ended !== undefined) return ended;
      const running = await findPostmaster(location.cluster);
      return running?.status === 'ready' && running.pid === child.pid ? running.pid : undefined;
    },
    { limitMs: startLimitMs, everyMs: 5 },
  );
  await log.close();
  if (typeof outcome === 'number') return outcome;
  child.kill('SIGQUIT');
  const text = (await readFile(location.logFile, 'utf8'))
    .slice(begin)
    .trim()
    .split('\n')
    .slice(-5)
    .join(' | ');
  throw new EmbeddedFailure(
    `Could not start the embedded PostgreSQL: ${outcome ?? 'not ready in time'}. ${text} (${location.logFile})`,
  );
};

const rotate = async (file: string): Promise<void> => {
  const size = await stat(file).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > maxLogBytes) await rename(file, `${file}.1`);
};
