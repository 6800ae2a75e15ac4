import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

const limitMs = 90_000;
/** What tests need: its folder in the folder of voices, the command that installs it, and the variable that names it. */
const wanted = [
  { files: ['hibari', '0.2.1'], command: ['voice', 'install'], variable: 'PARLEY_VOICE_FILES' },
  { files: ['pico', '0.3.2'], command: ['voice', 'install', 'languages'], variable: 'PARLEY_PICO_FILES' },
  { files: ['smart-turn', '1.14.0'], command: ['hearing', 'install'], variable: 'PARLEY_TURN_FILES' },
];

/**
 * The folders of the natural voice, of the voices for other languages and of the turn model for the tests. Without pip or a network, the reason is printed
 * and the tests are skipped.
 */
export const provideVoice = async (runtime) =>
  Object.assign(
    {},
    ...(await Promise.all(wanted.map((one) => (process.env[one.variable] ? {} : provide(runtime, one))))),
  );

async function provide(runtime, { files: names, command, variable }) {
  const folder = join(root, 'build', 'test-voices');
  const files = join(folder, ...names);
  if (!existsSync(files)) {
    const parley = [join(root, 'server', 'src', 'cli', 'main.ts'), ...command];
    const child = spawn(runtime, parley, {
      cwd: root,
      env: { ...process.env, VOICE_FOLDER: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: limitMs,
    });
    await once(child, 'exit').catch(() => {});
  }
  return existsSync(files) ? { [variable]: files } : {};
}
