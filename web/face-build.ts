import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { type PresetTracings, tracingsPlugin } from './tracings-build.ts';

/** The face loads its larger parts when they are needed, so it is several files: `face.js` and what it asks for. */
export function faceModule(
  shared: InlineConfig,
  root: string,
  out: string,
  tracings: PresetTracings,
): InlineConfig {
  return {
    ...shared,
    root: join(root, 'web'),
    base: './',
    plugins: [tracingsPlugin(tracings)],
    build: {
      outDir: join(out, 'sdk'),
      emptyOutDir: false,
      target: 'es2022',
      // The renderer is one file of this size and is not worth cutting.
      chunkSizeWarningLimit: 900,
      // As a library it has no code that preloads style sheets.
      lib: { entry: { face: join(root, 'web/face-module/face-module.ts') }, formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: 'strict',
        // It may wait for the tracings, and that is no fault.
        checks: { bundlerTimings: false },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'face-[name]-[hash].js',
          minify: true,
          comments: { annotation: false },
          // What every face needs is one file. Otherwise it would be many small ones, by what the renderer shares.
          codeSplitting: { groups: [{ name: 'flat', tags: ['$initial'] }] },
        },
      },
    },
  };
}
