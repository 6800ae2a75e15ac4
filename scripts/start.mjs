import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endLike } from './lib/child.mjs';
import { ensure } from './lib/ensure.mjs';
import { onNpmGone } from './lib/npm-watch.mjs';
import { root } from './lib/root.mjs';
import { ensureWeb } from './lib/web-build.mjs';

const args = [join(root, 'server/src/main.ts'), ...process.argv.slice(2)];
const runtime = await ensure();
ensureWeb(root, runtime);

// A freed buffer of this size goes back to the system. By default glibc learns to keep larger and larger ones: the program
// of the built-in voice would leave 25 MB behind each time it is unloaded.
process.env.MALLOC_MMAP_THRESHOLD_ ??= String(1_024 * 1_024);

/** The service takes the place of this process, which would hold 20 to 60 MB for as long as the service runs. */
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
  // A terminal and a service manager signal the service as well as us: passing the signal on would make it two, and
  // the second means "at once". The closed channel says "stop" however often it is said, and even if we are killed.
  const stop = () => child.connected && child.disconnect();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  onNpmGone(stop);
  endLike(child);
};

// Node before 22.15 cannot do it. npm uses such a Node for the first start only: later ones find the one we brought.
if (process.execve === undefined) supervise();
else become();
