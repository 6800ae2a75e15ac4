import { checkCode } from './lib/checks/check-code.mjs';
import { addUp, closingLine, isGreen } from './lib/checks/tally.mjs';
import { ensure } from './lib/install/ensure.mjs';

const total = addUp(await checkCode(await ensure()));
for (const title of total.failed) process.stdout.write(`failed: ${title}\n`);
process.stdout.write(`${closingLine(total)}\n`);
process.exitCode = isGreen(total) ? 0 : 1;
