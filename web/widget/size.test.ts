import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

describe('the widget', () => {
  it('is one file of at most 5 KB, compressed', async () => {
    const bundle = await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: { output: { minify: true } },
        lib: {
          entry: fileURLToPath(new URL('widget.ts', import.meta.url)),
          formats: ['iife'],
          name: 'ParleyWidget',
          fileName: () => 'widget.js',
        },
      },
    });
    const [{ output }] = bundle as unknown as [{ output: { code: string }[] }];
    expect(output).toHaveLength(1);
    const bytes = gzipSync(output[0]?.code ?? '', { level: 9 }).length;
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(5 * 1024);
  });
});
