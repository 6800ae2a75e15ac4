import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** The contract allows 300 KB for the first page. This lower limit warns us when it grows. */
const limitBytes = 260 * 1024;
const pages = fileURLToPath(new URL('../../../build/web/dashboard', import.meta.url));
const sizeOf = (file: string): number => gzipSync(readFileSync(file)).length;

/** Every file that the sign-in page needs: the files that the HTML names, and their static imports. */
function loadedWith(index: string): Set<string> {
  const files = new Set<string>();
  const add = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    if (!file.endsWith('.js')) return;
    const code = readFileSync(file, 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g))
      add(join(dirname(file), name));
  };
  const html = readFileSync(index, 'utf8');
  for (const [, name = ''] of html.matchAll(/(?:src|href)="\/dashboard\/([^"]+\.(?:js|css))"/g))
    add(join(pages, name));
  return files;
}

describe.skipIf(!existsSync(pages))('the first page of the dashboard', () => {
  it('is small', () => {
    const files = loadedWith(join(pages, 'index.html'));
    expect([...files].some((file) => file.endsWith('.js'))).toBe(true);
    expect([...files].some((file) => file.endsWith('.css'))).toBe(true);
    const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), sizeOf(join(pages, 'index.html')));
    expect(bytes).toBeGreaterThan(50 * 1024);
    expect(bytes, `${Math.round(bytes / 1024)} KB in ${files.size} files`).toBeLessThan(limitBytes);
  });
});
