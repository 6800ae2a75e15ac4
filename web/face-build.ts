import { join } from 'node:path';
import type { InlineConfig } from 'vite';

/** The face loads its larger parts when they are needed, so it is several files: `face.js` and what it asks for. */
export function faceModule(shared: InlineConfig, root: string, out: string): InlineConfig {
  return {
    ...shared,
    root: join(root, 'web'),
    base: './',
    build: {
      outDir: join(out, 'sdk'),
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      // The renderer is one file of this size and is not worth cutting.
      chunkSizeWarningLimit: 900,
      rolldownOptions: {
        input: { face: join(root, 'web/face-module/face-module.ts') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: 'face-[name]-[hash].js' },
      },
    },
  };
}
