import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Packs the SDK and its React package for npm, and the Python package, into the given folder or build/packages. */
const root = fileURLToPath(new URL('..', import.meta.url));
const out = process.argv[2] ?? join(root, 'build', 'packages');
const types = join(out, 'types');

type Manifest = Readonly<Record<string, unknown>> & { readonly dependencies?: Record<string, string> };
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
emitTypes();

const { version } = manifestOf('client');
const shared = { version, license: 'Apache-2.0', type: 'module', sideEffects: false, files: ['dist'] };
const entry = (name: string, path: string) => ({
  types: `./dist/types/${path}.d.ts`,
  default: `./dist/${name}.js`,
});

await pack(
  'client',
  { index: 'src/index.ts', sdk: 'src/sdk/index.ts' },
  {
    name: '@parley/client',
    description: 'A talking avatar of a Parley service in a web page',
    ...shared,
    exports: { '.': entry('index', 'client/src/index'), './sdk': entry('sdk', 'client/src/sdk/index') },
    // Only the frame types need it. Nothing of it is loaded.
    dependencies: { typebox: manifestOf('protocol').dependencies?.typebox },
  },
);
await pack(
  'react',
  { index: 'src/index.ts' },
  {
    name: '@parley/react',
    description: 'A talking avatar of a Parley service as a React component',
    ...shared,
    exports: { '.': entry('index', 'react/src/index') },
    dependencies: { '@parley/client': version },
    peerDependencies: manifestOf('react').peerDependencies,
  },
);
rmSync(types, { recursive: true });
buildWheel();

async function pack(
  name: string,
  entries: Readonly<Record<string, string>>,
  manifest: object,
): Promise<void> {
  const source = join(root, 'packages', name);
  const folder = join(out, name);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    root: source,
    build: {
      outDir: join(folder, 'dist'),
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: {
        entry: Object.fromEntries(Object.entries(entries).map(([key, file]) => [key, join(source, file)])),
        formats: ['es'],
      },
      rolldownOptions: {
        external: [/^react($|\/)/, ...(name === 'client' ? [] : [/^@parley\/client/])],
        // For frameworks that render parts on a server.
        output: name === 'react' ? { banner: "'use client';" } : {},
      },
    },
  });
  for (const part of name === 'client' ? ['client', 'protocol'] : [name])
    cpSync(join(types, part), join(folder, 'dist', 'types', part), { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', out], { cwd: folder });
  rmSync(folder, { recursive: true });
}

/** Emits the declarations of all three packages. The client includes the protocol's, imported by relative paths. */
function emitTypes(): void {
  const config = join(out, 'tsconfig.json');
  const options = {
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    rootDir: join(root, 'packages'),
    outDir: types,
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  const files = ['client/src/index.ts', 'client/src/sdk/index.ts', 'react/src/index.ts'].concat(
    'protocol/src/index.ts',
    'protocol/src/wire.ts',
  );
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'packages/react/tsconfig.json'),
      compilerOptions: options,
      include: [],
      files: files.map((file) => join(root, 'packages', file)),
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', config], { stdio: 'inherit' });
  rmSync(config);
  for (const file of globSync('**/*.d.ts', { cwd: types })) {
    const path = join(types, file);
    const up = posix.join('.', relative(dirname(path), join(types, 'protocol', 'src')));
    const places: Readonly<Record<string, string>> = { '': 'index.js', '/wire': 'wire.js' };
    const text = readFileSync(path, 'utf8')
      .replaceAll(/(['"])(\.\.?\/[^'"]+)\.tsx?\1/g, '$1$2.js$1')
      .replaceAll(/(['"])@parley\/protocol(\/\w+)?\1/g, (_, quote: string, part = '') => {
        return `${quote}${up.startsWith('.') ? up : `./${up}`}/${places[part] ?? 'index.js'}${quote}`;
      });
    // Apps with `lib` es2022 or older do not know these names.
    const reference = /\bAsyncDisposable\b|asyncDispose/.test(text)
      ? '/// <reference lib="esnext.disposable" />\n'
      : '';
    writeFileSync(path, reference + text);
  }
}

/** The wheel needs only Python itself. Where there is none, it is left out. */
function buildWheel(): void {
  const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 11))';
  if (spawnSync('python3', ['-c', isNewEnough]).status !== 0) {
    process.stderr.write('Without Python 3.11 or newer, the wheel of clients/python is not built.\n');
    return;
  }
  execFileSync('python3', [join(root, 'clients/python/build_wheel.py'), out]);
}
