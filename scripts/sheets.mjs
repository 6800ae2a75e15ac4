import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endLike } from './lib/child.mjs';
import { ensure } from './lib/ensure.mjs';
import { root } from './lib/root.mjs';
import { provideTools, systemTools } from './lib/tools.mjs';

const tools = await provideTools(systemTools.filter(({ name }) => name === 'Chromium'));
endLike(
  spawn(await ensure(), [join(root, 'scripts/face-sheets/main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...tools },
  }),
);
