import { join } from 'node:path';
import type { InlineConfig } from 'vite';

/** A module of the SDK that is loaded when needed, with workers, worklets and models beside it under hashed names. */
export function lazyModule(
  shared: InlineConfig,
  root: string,
  out: string,
  name: string,
  entry: string,
): InlineConfig {
  const named = {
    entryFileNames: `${name}.js`,
    chunkFileNames: `${name}/[name]-[hash].js`,
    assetFileNames: `${name}/[name]-[hash][extname]`,
  };
  return {
    ...shared,
    root: join(root, 'web'),
    // Addresses are relative to the module itself, because pages of other origins may load it.
    base: './',
    // The package exports only its script. The models are beside it.
    resolve: {
      alias: { moonshine: join(root, 'node_modules/@moonshine-ai/moonshine-js/dist/model/tiny/quantized') },
    },
    worker: {
      format: 'es',
      rolldownOptions: { output: { ...named, entryFileNames: `${name}/[name]-[hash].js` } },
    },
    build: {
      outDir: join(out, 'sdk'),
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { [name]: join(root, entry) },
        preserveEntrySignatures: 'strict',
        output: named,
      },
    },
  };
}
