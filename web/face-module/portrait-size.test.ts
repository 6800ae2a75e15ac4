import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { lookPresetNames } from '@parley/face/rules';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../build/web/sdk', import.meta.url));
const codeOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const sizeOf = (file: string): number => gzipSync(codeOf(file), { level: 9 }).length;
const importsOf = (file: string): string[] =>
  [...codeOf(file).matchAll(/\bfrom\s*["']\.\/([^"']+)["']/g)].map(([, name = '']) => name);

describe.skipIf(!existsSync(folder))('the flat face', () => {
  const files = existsSync(folder) ? readdirSync(folder) : [];

  it('is one file of at most 21 KB, compressed, without the 3D shapes', () => {
    const [flat = '', ...others] = importsOf('face.js');
    expect(others).toEqual([]);
    expect(flat).toMatch(/^face-flat-/);
    expect(importsOf(flat)).toEqual([]);
    expect(sizeOf('face.js') + sizeOf(flat)).toBeLessThanOrEqual(21 * 1024);
  });

  it.for(lookPresetNames)('has outlines of at most 3 KB, compressed: %s', (name) => {
    const tracings = files.filter((file) => file.startsWith(`face-tracing-${name}-`) && file.endsWith('.js'));
    expect(tracings).toHaveLength(1);
    const bytes = tracings.map(sizeOf);
    expect(Math.min(...bytes)).toBeGreaterThan(500);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(3 * 1024);
  });
});
