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
const child = spawn(runtime, args, {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PARLEY_SUPERVISED: '1' },
});

// A terminal and a service manager signal the service as well as us: passing the signal on would make it two, and
// the second means "at once". The closed channel says "stop" however often it is said, and even if we are killed.
const stop = () => child.connected && child.disconnect();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
onNpmGone(stop);
endLike(child);
