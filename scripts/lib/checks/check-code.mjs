import { join } from 'node:path';
import { root } from '../root.mjs';
import { check } from './steps.mjs';

const program = (path) => join(root, 'node_modules', path);

/** Two groups of about the same length. */
const projects = [
  ['.'],
  ['web', 'web/dashboard', 'packages/client/src/sdk', 'packages/face', 'packages/ears', 'packages/react'],
];

/** How often the compiler collects garbage. With this and one thread it takes a third of the processor's time. */
const lessOften = { GOGC: '400' };

/** Format, lint and types, without any test. `run` is `check` or `checkBeside`. Returns their tallies. */
export async function checkCode(runtime, run = check) {
  const colours = process.stdout.isTTY ? 'force' : 'off';
  const biome = [program('@biomejs/biome/bin/biome'), 'ci', `--colors=${colours}`, '.'];
  const tallies = [await run('format and lint', runtime, biome)];
  const checkTypes = async (group) => {
    for (const project of group) {
      const tsc = [program('typescript/bin/tsc'), '--noEmit', '--singleThreaded', '-p', project];
      tallies.push(await run(`types of ${project}`, runtime, tsc, lessOften));
    }
  };
  await Promise.all(projects.map(checkTypes));
  return tallies;
}
