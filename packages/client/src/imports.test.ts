import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);

/** Every module that a page would load, with its imports at run time. */
function loadedFrom(
  file: string,
  seen = new Map<string, readonly string[]>(),
): Map<string, readonly string[]> {
  if (seen.has(file)) return seen;
  const statements = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?!type\s)[^;]*?from '([^']+)';/gm,
  );
  const imports = [...statements].map(([, name = '']) => name);
  seen.set(file, imports);
  for (const name of imports) {
    if (name.startsWith('.')) loadedFrom(fileURLToPath(new URL(name, pathToFileURL(file))), seen);
    else if (name === '@parley/protocol/wire') loadedFrom(require.resolve(name), seen);
  }
  return seen;
}

describe('what a page has to load', () => {
  test('is this package and the wire protocol, without schemas and without Node', () => {
    const loaded = loadedFrom(fileURLToPath(new URL('index.ts', import.meta.url)));
    const outside = [...loaded.values()].flat().filter((name) => !name.startsWith('.'));
    expect([...new Set(outside)]).toEqual(['@parley/protocol/wire']);
    expect(loaded.size).toBeGreaterThan(20);
  });
});
