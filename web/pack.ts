import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventSchemas } from '@parley/protocol';
import { build } from 'vite';
import { emitTypes } from './pack-types.ts';
import { plainType } from './plain-types.ts';

/** Packs the packages for npm and the Python package, into the given folder or build/packages. */
const root = fileURLToPath(new URL('..', import.meta.url));
const out = process.argv[2] ?? join(root, 'build', 'packages');

type Manifest = Readonly<Record<string, unknown>> & {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};
type Entries = Readonly<Record<string, string>>;
type Package = {
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>> & { readonly name: string };
  /** The source of each entry point. */
  readonly entries: Entries;
  readonly types: string;
  /** The folders of declarations that it contains. */
  readonly typeFolders: readonly string[];
  readonly external: readonly (string | RegExp)[];
  readonly banner?: string;
};

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest;
const { version } = manifestOf('client');
const serverSdk = manifestOf('server-sdk');

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const pageTypes = join(out, 'page-types');
const serverTypes = join(out, 'server-types');

const serverEntries: Entries = {
  index: 'src/index.ts',
  node: 'src/http/node.ts',
  fastify: 'src/http/fastify.ts',
  client: 'src/api/client.ts',
  webhooks: 'src/events/webhooks.ts',
  partners: 'src/events/partners.ts',
};

const packages: readonly Package[] = [
  {
    folder: 'client',
    entries: { index: 'src/index.ts', sdk: 'src/sdk/index.ts' },
    manifest: {
      name: '@parley/client',
      description: 'A talking avatar of a Parley service in a web page',
      // Only the frame types need it. Nothing of it is loaded.
      dependencies: { typebox: manifestOf('protocol').dependencies?.typebox },
    },
    types: pageTypes,
    typeFolders: ['client', 'protocol'],
    external: [],
  },
  {
    folder: 'react',
    entries: { index: 'src/index.ts' },
    manifest: {
      name: '@parley/react',
      description: 'A talking avatar of a Parley service as a React component',
      dependencies: { '@parley/client': version },
      peerDependencies: manifestOf('react').peerDependencies,
    },
    types: pageTypes,
    typeFolders: ['react'],
    external: [/^react($|\/)/, /^@parley\/client/],
    // For frameworks that render parts on a server.
    banner: "'use client';",
  },
  {
    folder: 'server-sdk',
    entries: serverEntries,
    manifest: {
      name: '@parley/server',
      description: 'The endpoint, webhook receivers and API client of a Parley integration',
      engines: { node: '>=20.3' },
      dependencies: serverSdk.dependencies,
      peerDependencies: serverSdk.peerDependencies,
      peerDependenciesMeta: serverSdk.peerDependenciesMeta,
    },
    types: serverTypes,
    typeFolders: ['server-sdk', 'protocol'],
    external: [/^node:/, 'jose', 'fastify'],
  },
];

emitTypes(root, {
  config: 'packages/react/tsconfig.json',
  files: ['client/src/index.ts', 'client/src/sdk/index.ts', 'react/src/index.ts'],
  types: pageTypes,
});
emitTypes(root, {
  config: 'tsconfig.json',
  files: Object.values(serverEntries).map((file) => `server-sdk/${file}`),
  types: serverTypes,
});
const details = plainType({ type: 'object', properties: eventSchemas, required: Object.keys(eventSchemas) });
writeFileSync(
  join(serverTypes, 'protocol/src/events.d.ts'),
  `export type EventDetails = ${details};\nexport type EventName = keyof EventDetails;\n`,
);
for (const each of packages) await pack(each);
for (const folder of [pageTypes, serverTypes]) rmSync(folder, { recursive: true });
buildWheel();

async function pack({
  folder,
  entries,
  manifest,
  types,
  typeFolders,
  external,
  banner,
}: Package): Promise<void> {
  const source = join(root, 'packages', folder);
  const packed = join(out, folder);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    root: source,
    build: {
      outDir: join(packed, 'dist'),
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: {
        entry: Object.fromEntries(Object.entries(entries).map(([key, file]) => [key, join(source, file)])),
        formats: ['es'],
      },
      rolldownOptions: { external: [...external], output: banner === undefined ? {} : { banner } },
    },
  });
  for (const part of typeFolders)
    cpSync(join(types, part), join(packed, 'dist', 'types', part), { recursive: true });
  const exported = Object.entries(entries).map(([name, file]) => [
    name === 'index' ? '.' : `./${name}`,
    { types: `./dist/types/${folder}/${file.replace(/\.ts$/, '.d.ts')}`, default: `./dist/${name}.js` },
  ]);
  const whole = {
    ...manifest,
    version,
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    files: ['dist'],
    exports: Object.fromEntries(exported),
  };
  writeFileSync(join(packed, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(packed, 'LICENSE'));
  cpSync(join(source, 'README.md'), join(packed, 'README.md'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', out], { cwd: packed });
  rmSync(packed, { recursive: true });
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
