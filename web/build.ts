import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type InlineConfig } from 'vite';
import { dashboardBuild } from './dashboard/build/config.ts';
import { lazyModule } from './ears-build.ts';
import { faceModule } from './face-build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const finished = join(root, 'build', 'web');
// Two builds at the same time, or a killed build, must not leave an incomplete page behind.
const out = `${finished}.${process.pid}`;
const [stamp = ''] = process.argv.slice(2);

const shared: InlineConfig = { configFile: false, logLevel: 'warn', publicDir: false };
const library = (entry: string, fileName: string, format: 'es' | 'iife', name?: string): InlineConfig => ({
  ...shared,
  root: join(root, 'web'),
  // A plain script gets its address from its tag.
  define: format === 'iife' ? { 'import.meta.url': '""' } : {},
  build: {
    outDir: join(out, 'sdk'),
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: { output: { minify: true } },
    lib: {
      entry: join(root, entry),
      formats: [format],
      fileName: () => fileName,
      ...(name === undefined ? {} : { name }),
    },
  },
});

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build(library('packages/client/src/sdk/index.ts', 'parley.js', 'iife', 'Parley'));
await build(library('packages/client/src/sdk/index.ts', 'parley.mjs', 'es'));
await build(library('packages/client/src/sdk/compat/script.ts', 'compat.js', 'iife', 'ParleyCompat'));
await build(library('web/widget/widget.ts', 'widget.js', 'iife', 'ParleyWidget'));
await build(lazyModule(shared, root, out, 'lipsync', 'packages/ears/src/lipsync/lipsync.ts'));
await build(lazyModule(shared, root, out, 'ears', 'packages/ears/src/index.ts'));
await build({
  ...shared,
  root: join(root, 'web', 'avatar-page'),
  base: '/avatar-page/',
  build: {
    outDir: join(out, 'avatar-page'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
await build(dashboardBuild(join(out, 'dashboard')));
await build(faceModule(shared, root, out));
compress(out);
writeFileSync(join(out, '.stamp'), stamp);
if (existsSync(finished)) renameSync(finished, `${out}.old`);
renameSync(out, finished);
rmSync(`${out}.old`, { recursive: true, force: true });

/** Compresses once here instead of at every request. A file that does not get smaller is served uncompressed. */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (/\.(js|mjs|css|html|svg|wasm|onnx|bin)$/.test(entry.name)) {
      const plain = readFileSync(path);
      // Measured: for models a higher quality saves nothing and takes ten times as long.
      const quality = plain.length > 1_000_000 ? 5 : 9;
      const small = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
      if (small.length < plain.length) writeFileSync(`${path}.br`, small);
    }
  }
}
