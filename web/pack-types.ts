import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

/** Emits the declarations of packages with all that they import. The protocol's are imported by relative paths. */
export function emitTypes(
  root: string,
  { config, files, types }: { config: string; files: readonly string[]; types: string },
): void {
  const ownConfig = `${types}.tsconfig.json`;
  const protocol = join(root, 'packages/protocol/src');
  const compilerOptions = {
    // What is found in node_modules counts as a library, of which nothing is emitted.
    paths: { '@parley/protocol': [`${protocol}/index.ts`], '@parley/protocol/*': [`${protocol}/*.ts`] },
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    rootDir: join(root, 'packages'),
    outDir: types,
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  writeFileSync(
    ownConfig,
    JSON.stringify({
      extends: join(root, config),
      compilerOptions,
      include: [],
      files: files.map((file) => join(root, 'packages', file)),
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', ownConfig], { stdio: 'inherit' });
  rmSync(ownConfig);
  for (const file of globSync('**/*.d.ts', { cwd: types })) {
    const path = join(types, file);
    const up = posix.join('.', relative(dirname(path), join(types, 'protocol', 'src')));
    const text = readFileSync(path, 'utf8')
      .replaceAll(/(['"])(\.\.?\/[^'"]+)\.tsx?\1/g, '$1$2.js$1')
      .replaceAll(/(['"])@parley\/protocol(?:\/(\w+))?\1/g, (_, quote: string, part = 'index') => {
        return `${quote}${up.startsWith('.') ? up : `./${up}`}/${part}.js${quote}`;
      });
    // Apps with `lib` es2022 or older do not know these names.
    const reference = /\bAsyncDisposable\b|asyncDispose/.test(text)
      ? '/// <reference lib="esnext.disposable" />\n'
      : '';
    writeFileSync(path, reference + text);
  }
}
