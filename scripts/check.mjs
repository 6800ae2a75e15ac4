import { checkCode } from './lib/check-code.mjs';
import { ensure } from './lib/ensure.mjs';
import { addUp, closingLine, isGreen } from './lib/tally.mjs';

const total = addUp(await checkCode(await ensure()));
for (const title of total.failed) process.stdout.write(`failed: ${title}\n`);
process.stdout.write(`${closingLine(total)}\n`);
process.exitCode = isGreen(total) ? 0 : 1;
