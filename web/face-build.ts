import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InlineConfig } from 'vite';

/** The face loads its larger parts when they are needed, so it is several files: `face.js` and what it imports. */
export function faceModule(shared: InlineConfig, root: string, out: string): InlineConfig {
  return {
    ...shared,
    root: join(root, 'web'),
    base: './',
    define: { portraitFiles: JSON.stringify(copyPortraits(root, out)) },
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
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'face-[name]-[hash].js',
          minify: true,
          comments: { annotation: false },
          // The code that every face needs is one file. Otherwise its parts would be many small files.
          codeSplitting: { groups: [{ name: 'portrait', tags: ['$initial'] }] },
        },
      },
    },
  };
}

/** The pictures of the presets get names with a hash of their content, so browsers may cache them for ever. */
function copyPortraits(root: string, out: string): Readonly<Record<string, string>> {
  const folder = join(root, 'packages/face/portraits');
  mkdirSync(join(out, 'sdk'), { recursive: true });
  cpSync(join(root, 'packages/face/pictures'), join(out, 'sdk/pictures'), { recursive: true });
  const files = readdirSync(folder).map((file) => {
    const [name = ''] = file.split('.');
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('base64url');
    const copy = `face-person-${name}-${hash.slice(0, 8)}.webp`;
    copyFileSync(join(folder, file), join(out, 'sdk', copy));
    return [name, copy] as const;
  });
  return Object.fromEntries(files);
}
