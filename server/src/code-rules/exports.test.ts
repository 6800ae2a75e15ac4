import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const folders = ['server', 'packages', 'web', 'bench', 'e2e', 'scripts', 'examples'];
const files = globSync(
  folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`),
  {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  },
);
const wordsOf = new Map(
  files.map((file) => [file, new Set(readFileSync(join(root, file), 'utf8').match(/\w+/g))]),
);

/** The names that an index lists. What it exports as a whole is not checked. */
function listedIn(index: string): string[] {
  const lists = readFileSync(join(root, index), 'utf8').matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g);
  return [...lists].flatMap(([, list = '']) =>
    list.split(',').flatMap((entry) => entry.trim().match(/\w+$/)?.[0] ?? []),
  );
}

it('an index of a module lists only what others use', () => {
  const indexes = files.filter((file) => /^server\/src\/[^/]+\/index\.ts$/.test(file));
  expect(indexes.length).toBeGreaterThan(30);
  const unused = indexes.flatMap((index) => {
    const others = files.filter((file) => !file.startsWith(`${dirname(index)}/`));
    return listedIn(index)
      .filter((name) => !others.some((file) => wordsOf.get(file)?.has(name)))
      .map((name) => `${index} lists ${name}`);
  });
  expect(unused).toEqual([]);
});
