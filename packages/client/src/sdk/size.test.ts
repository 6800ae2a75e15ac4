import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';

/** Push to talk took the last of these KB: turns, and the rules of a button that is held. */
const most = 27 * 1024;

describe('what a page has to load before a call', () => {
  test('is at most 27 KB, compressed, in one file', async () => {
    const bundle = await build({
      configFile: false,
      logLevel: 'error',
      define: { 'import.meta.url': '""' },
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: { output: { minify: true } },
        lib: {
          entry: fileURLToPath(new URL('index.ts', import.meta.url)),
          formats: ['iife'],
          name: 'Parley',
          fileName: () => 'parley.js',
        },
      },
    });
    const [{ output }] = bundle as unknown as [{ output: { code: string }[] }];
    expect(output).toHaveLength(1);
    const bytes = gzipSync(output[0]?.code ?? '', { level: 9 }).length;
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(most);
  });
});
