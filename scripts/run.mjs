import { resolve } from 'node:path';
import { runProgram } from './lib/child.mjs';
import { ensure } from './lib/install/ensure.mjs';
import { root } from './lib/root.mjs';

const [file, ...args] = process.argv.slice(2);
runProgram(await ensure(), resolve(root, file), args);
