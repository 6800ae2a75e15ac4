import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { type PresetTracings, tracingsPlugin } from './tracings-build.ts';

/** The face loads its larger parts when they are needed, so it is several files: `face.js` and what it imports. */
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
      // The renderer is one file of this size and is not worth splitting.
      chunkSizeWarningLimit: 900,
      // A library has no code that preloads style sheets.
      lib: { entry: { face: join(root, 'web/face-module/face-module.ts') }, formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: 'strict',
        // The build may wait for the tracings. That needs no warning.
        checks: { bundlerTimings: false },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'face-[name]-[hash].js',
          minify: true,
          comments: { annotation: false },
          // The code that every face needs is one file. Otherwise its parts would be many small files.
          codeSplitting: { groups: [{ name: 'flat', tags: ['$initial'] }] },
        },
      },
    },
  };
}
