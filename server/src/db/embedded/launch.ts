import { spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { waitFor } from '../../processes/index.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedFailure } from './failure.ts';
import type { Place } from './place.ts';
import { findPostmaster } from './postmaster.ts';

const maxLogBytes = 5_000_000;
// Recovery after a crash replays at most max_wal_size; a slow disk may take a while over it.
export const startLimitMs = 60_000;

/** Starts the server in a process group of its own, so that Ctrl-C in a terminal does not stop it before us. */
export const launch = async (place: Place, binaries: Binaries, args: string[]): Promise<number> => {
  await rotate(place.logFile);
  const log = await open(place.logFile, 'a', 0o600);
  const begin = (await log.stat()).size;
  const { account } = place;
  const child = spawn(binaries.postgres, args, {
    cwd: place.cluster,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...(account && { uid: account.uid, gid: account.gid }),
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
      const running = await findPostmaster(place.cluster);
      return running?.status === 'ready' && running.pid === child.pid ? running.pid : undefined;
    },
    { limitMs: startLimitMs, everyMs: 5 },
  );
  await log.close();
  if (typeof outcome === 'number') return outcome;
  child.kill('SIGQUIT');
  const text = (await readFile(place.logFile, 'utf8')).slice(begin).trim().split('\n').slice(-5).join(' | ');
  throw new EmbeddedFailure(
    `The embedded PostgreSQL did not start: ${outcome ?? 'not ready in time'}. ${text} (${place.logFile})`,
  );
};

const rotate = async (file: string): Promise<void> => {
  const size = await stat(file).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > maxLogBytes) await rename(file, `${file}.1`);
};
