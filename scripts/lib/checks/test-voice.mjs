import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

const limitMs = 90_000;
const version = '0.2.1';

/**
 * The folder of the natural voice for the tests. Without pip or a network, the reason is printed and the tests are
 * skipped.
 */
export const provideVoice = (runtime) => {
  if (process.env.PARLEY_VOICE_FILES) return {};
  const folder = join(root, 'build', 'test-voices');
  const files = join(folder, 'hibari', version);
  if (!existsSync(files)) {
    const parley = [join(root, 'server', 'src', 'cli', 'main.ts'), 'voice', 'install'];
    spawnSync(runtime, parley, {
      cwd: root,
      env: { ...process.env, VOICE_FOLDER: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: limitMs,
    });
  }
  return existsSync(files) ? { PARLEY_VOICE_FILES: files } : {};
};
