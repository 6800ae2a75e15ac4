import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensure } from './lib/ensure.mjs';
import { root } from './lib/root.mjs';
import { check, step, vitest } from './lib/steps.mjs';
import { addUp, closingLine, isGreen } from './lib/tally.mjs';
import { provideVoice } from './lib/test-voice.mjs';
import { provideTools } from './lib/tools.mjs';
import { ensureWeb } from './lib/web-build.mjs';

const say = (text) => process.stdout.write(`${text}\n`);
const filters = process.argv.slice(2);
const runtime = await ensure();
const program = (path) => join(root, 'node_modules', path);
const tools = await step('system tools', () => provideTools());
if (!ensureWeb(root, runtime)) process.exit(1);
const voice = await step('natural voice', () => provideVoice(runtime));
const tallies = [];
// Tests that are run by name include the long ones.
if (filters.length > 0) process.env.PARLEY_LONG_TESTS = '1';

if (filters.length === 0) {
  const colours = process.stdout.isTTY ? 'force' : 'off';
  const biome = [program('@biomejs/biome/bin/biome'), 'ci', `--colors=${colours}`, '.'];
  tallies.push(await check('format and lint', runtime, biome));
  const checkTypes = async (projects) => {
    for (const project of projects) {
      const tsc = [program('typescript/bin/tsc'), '--noEmit', '-p', project];
      tallies.push(await check(`types of ${project}`, runtime, tsc));
    }
  };
  // Each compiler uses one core, and the first project takes as long as all others.
  const others = [
    'web',
    'web/dashboard',
    'packages/client/src/sdk',
    'packages/face',
    'packages/ears',
    'packages/react',
  ];
  await Promise.all([checkTypes(['.']), checkTypes(others)]);
}
tallies.push(await vitest('tests', runtime, filters, { ...tools, ...voice }));

const total = addUp(tallies);
for (const { title, reason } of total.skipped) say(`skipped: ${title} (${reason})`);
if (filters.length === 0) {
  const longTests = JSON.parse(readFileSync(join(root, 'scripts/long-tests.json'), 'utf8'));
  for (const [file, reason] of Object.entries(longTests))
    say(`skipped: ${file} (${reason}; npm test -- ${file})`);
}
for (const title of total.failed) say(`failed: ${title}`);
say(closingLine(total));
process.exitCode = isGreen(total) ? 0 : 1;
