import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { provideTools, systemTools } from './lib/checks/tools.mjs';
import { exitLike } from './lib/child.mjs';
import { ensure } from './lib/install/ensure.mjs';
import { root } from './lib/root.mjs';

const [file, ...args] = process.argv.slice(2);
const tools = await provideTools(systemTools.filter(({ name }) => name === 'Chromium'));
exitLike(
  spawn(await ensure(), [resolve(root, file), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...tools },
  }),
);
