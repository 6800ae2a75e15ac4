import { fileURLToPath } from 'node:url';

const path = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** A plain `npm test` tries the built programs. Tests that are run by name use the sources: there is nothing to wait for. */
const isBuilt = process.env.PARLEY_TEST_BUILT === '1';

export const serviceProgram = path(isBuilt ? 'dist/main.js' : 'src/main.ts');
export const parleyProgram = path(isBuilt ? 'dist/parley.js' : 'src/cli/main.ts');
