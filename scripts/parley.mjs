import { serverProgram } from './lib/builds.mjs';
import { runProgram } from './lib/child.mjs';
import { ensure } from './lib/install/ensure.mjs';
import { root } from './lib/root.mjs';

const runtime = await ensure();
const program = serverProgram(root, runtime, 'parley', 'server/src/cli/main.ts');
runProgram(runtime, program, process.argv.slice(2));
