import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Below the project, so that Node finds React. */
const builds = fileURLToPath(new URL('../../../../build', import.meta.url));

/** The package as a server loads it: Node itself does not read JSX. */
export async function bundledPackage(): Promise<typeof import('../index.ts')> {
  mkdirSync(builds, { recursive: true });
  const folder = mkdtempSync(join(builds, 'react-'));
  try {
    await using bundle = await rolldown({
      input: fileURLToPath(new URL('../index.ts', import.meta.url)),
      platform: 'node',
      external: /^react/,
    });
    const file = join(folder, 'index.mjs');
    await bundle.write({ file, format: 'esm' });
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
