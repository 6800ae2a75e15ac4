import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureServer, ensureWeb } from './lib/builds.mjs';
import { checkCode } from './lib/checks/check-code.mjs';
import { memoryFolder } from './lib/checks/memory-folder.mjs';
import { checkBeside, step, vitest } from './lib/checks/steps.mjs';
import { addUp, closingLine, isGreen } from './lib/checks/tally.mjs';
import { provideVoice } from './lib/checks/test-voice.mjs';
import { provideTools } from './lib/checks/tools.mjs';
import { ensure } from './lib/install/ensure.mjs';
import { root } from './lib/root.mjs';

const say = (text) => process.stdout.write(`${text}\n`);
const filters = process.argv.slice(2);
const runtime = await ensure();
const tools = await step('system tools', () => provideTools());
// Tests of the server need some pages, but not the newest ones.
const needsNewPages =
  filters.length === 0 || !filters.every((path) => /^(server|packages|bench)\b/.test(path));
const hasPages = existsSync(join(root, 'build', 'web'));
// Voices are fetched while the pages are built.
const fetched = step('natural voice', () => provideVoice(runtime));
if ((needsNewPages || !hasPages) && !ensureWeb(root, runtime)) process.exit(1);
// Tests that are run by name include the long ones.
if (filters.length > 0) process.env.PARLEY_LONG_TESTS = '1';
else {
  if (!ensureServer(root, runtime)) process.exit(1);
  process.env.PARLEY_TEST_BUILT = '1';
}
const voice = await fetched;

// Lint and types are checked while tests wait for something.
const checks = filters.length === 0 ? checkCode(runtime, checkBeside) : [];
const tests = await vitest('tests', runtime, filters, { ...tools, ...voice, ...memoryFolder() });

const total = addUp([...(await checks), tests]);
for (const { title, reason } of total.skipped) say(`skipped: ${title} (${reason})`);
if (filters.length === 0) {
  const longTests = JSON.parse(readFileSync(join(root, 'scripts/long-tests.json'), 'utf8'));
  for (const [file, reason] of Object.entries(longTests))
    say(`skipped: ${file} (${reason}; npm test -- ${file})`);
}
for (const title of total.failed) say(`failed: ${title}`);
say(closingLine(total));
process.exitCode = isGreen(total) ? 0 : 1;
