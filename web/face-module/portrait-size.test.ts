import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

describe.skipIf(!existsSync(folder))('the face in pictures', () => {
  it('is one file of at most 17 KB, compressed, without the 3D shapes', () => {
    const [portrait = '', ...others] = importsOf('face.js');
    expect(others).toEqual([]);
    expect(portrait).toMatch(/^face-portrait-/);
    expect(importsOf(portrait)).toEqual([]);
    expect(sizeOf('face.js') + sizeOf(portrait)).toBeLessThanOrEqual(17 * 1024);
  });

  it.for(lookPresetNames)('has pictures of at most 250 KB: %s', (name) => {
    const files = readdirSync(folder).filter((file) => file.startsWith(`face-person-${name}-`));
    expect(files).toHaveLength(1);
    for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(250_000);
  });
});
