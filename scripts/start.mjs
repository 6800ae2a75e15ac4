import { spawn } from 'node:child_process';
import { ensureWeb, serverProgram } from './lib/builds.mjs';
import { exitLike } from './lib/child.mjs';
import { ensure } from './lib/install/ensure.mjs';
import { onNpmGone } from './lib/npm-watch.mjs';
import { root } from './lib/root.mjs';

const runtime = await ensure();
ensureWeb(root, runtime);
const program = serverProgram(root, runtime, 'main', 'server/src/main.ts');
const args = [program, ...process.argv.slice(2)];

// A freed buffer of this size goes back to the system. By default glibc learns to keep larger and larger ones: the program
// of the built-in voice would leave 25 MB behind each time it is unloaded.
process.env.MALLOC_MMAP_THRESHOLD_ ??= String(1_024 * 1_024);

/** Replaces this process with the service. It would otherwise hold 20 to 60 MB for as long as the service runs. */
const become = () => {
  const underNpm = process.env.npm_lifecycle_event !== undefined;
  const env = underNpm ? { ...process.env, PARLEY_SUPERVISED: 'parent' } : process.env;
  process.execve(runtime, [runtime, ...args], env);
};

const supervise = () => {
  const child = spawn(runtime, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PARLEY_SUPERVISED: 'channel' },
  });
  // A terminal and a service manager signal both the service and this process. To pass the signal on would make it two,
  // and the second one means "at once". A closed channel always means "stop", even if this process is killed.
  const stop = () => child.connected && child.disconnect();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  onNpmGone(stop);
  exitLike(child);
};

// Node before 22.15 has no `execve`. npm uses such a Node only for the first start. Later starts find the installed
// one.
if (process.execve === undefined) supervise();
else become();
