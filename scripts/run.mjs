import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { exitLike } from './lib/child.mjs';
import { ensure } from './lib/install/ensure.mjs';
import { root } from './lib/root.mjs';

const [file, ...args] = process.argv.slice(2);
const child = spawn(await ensure(), [resolve(root, file), ...args], { stdio: 'inherit' });
const inTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);

for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// A terminal sends Ctrl-C to the child itself.
process.on('SIGINT', () => inTerminal || child.kill('SIGINT'));
exitLike(child);
