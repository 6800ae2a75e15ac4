import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

type Files = Readonly<Record<string, string>>;
type Import = { readonly from: string; readonly to: string };

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** From the bottom up: a module imports only from the layers below it, or from its own layer if that makes no cycle. */
const lower: readonly (readonly string[])[] = [
  ['kernel'],
  ['settings', 'processes', 'data-folder', 'outbound', 'db', 'bus', 'tracing'],
];
const upper: readonly (readonly string[])[] = [['http', 'cli'], ['app', 'docs'], ['run'], ['main']];

/** Every folder that is not listed is a domain module. */
function layerOf(module: string): number {
  const low = lower.findIndex((names) => names.includes(module));
  if (low !== -1) return low;
  const high = upper.findIndex((names) => names.includes(module));
  return high === -1 ? lower.length : lower.length + 1 + high;
}

/** Test tools are in a folder "testing", either the server's or a module's. */
const isTool = (file: string): boolean => file.split('/').includes('testing');
const isTest = (file: string): boolean => /\.(test|contract)\.ts$/.test(file) || isTool(file);

/** The module that a server file belongs to. */
function moduleOf(file: string): string {
  const [folder = '', ...rest] = file.replace('server/src/', '').split('/');
  return rest.length > 0 ? folder : 'main';
}

/** Static imports, re-exports, imports for side effects only, and dynamic imports. */
const statements =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|(?:^|\n)\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'/g;

function importsOf(files: Files): Import[] {
  return Object.entries(files).flatMap(([from, text]) =>
    [...text.matchAll(statements)].map(([, named, bare, dynamic]) => {
      const to = named ?? bare ?? dynamic ?? '';
      return { from, to: to.startsWith('.') ? posix.join(posix.dirname(from), to) : to };
    }),
  );
}

function complaintsAbout(files: Files): string[] {
  const imports = importsOf(files);
  const within = imports.filter(
    ({ from, to }) => from.startsWith('server/src/') && to.startsWith('server/src/'),
  );
  const across = within.filter(({ from, to }) => moduleOf(from) !== moduleOf(to));
  const served = across.filter(({ from }) => !isTest(from));
  const breach = (what: string) => (found: Import) => `${found.from} imports ${found.to}: ${what}`;
  return [
    ...served
      .filter(({ from, to }) => layerOf(moduleOf(to)) > layerOf(moduleOf(from)))
      .map(breach('it stands above')),
    ...across.filter(({ to }) => !isEntryPoint(to)).map(breach('not the door of that module')),
    ...within
      .filter(({ from, to }) => isTool(to) && !isTest(from))
      .map(breach('only tests use the tests’ tools')),
    ...imports
      .filter(({ from, to }) => from.startsWith('packages/') && /^(server\/|@parley\/service)/.test(to))
      .map(breach('a package never imports the server')),
    ...cyclesIn(served).map((circle) => `modules in a circle: ${circle.join(' → ')}`),
  ];
}

function isEntryPoint(file: string): boolean {
  const [folder = '', ...rest] = file.replace('server/src/', '').split('/');
  if (rest.length === 0) return true;
  // Above all modules. A door would load the whole app into a process that only watches others.
  if (folder === 'app' || folder === 'run') return true;
  // The server's test tools have several entry points, so that a small tool does not load a large one.
  if (folder === 'testing') return rest.at(-1) === 'index.ts';
  // The process of a model does not need what the service needs to talk to it.
  if (file === 'server/src/custom-models/program/index.ts') return true;
  if (isTool(file)) return true;
  return rest.join('/') === 'index.ts';
}

function cyclesIn(imports: readonly Import[]): string[][] {
  const below = Map.groupBy(imports, ({ from }) => moduleOf(from));
  const circles = new Map<string, string[]>();
  const visit = (module: string, path: readonly string[]) => {
    const start = path.indexOf(module);
    if (start !== -1) {
      const circle = path.slice(start);
      const name = circle.toSorted().join();
      if (!circles.has(name)) circles.set(name, [...circle, module]);
      return;
    }
    for (const next of new Set(below.get(module)?.map(({ to }) => moduleOf(to))))
      visit(next, [...path, module]);
  };
  for (const module of below.keys()) visit(module, []);
  return [...circles.values()];
}

function sourcesIn(folder: string): Files {
  const names = readdirSync(posix.join(root, folder), { recursive: true, encoding: 'utf8' });
  const files = names
    .map((name) => posix.join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/node_modules|\/dist\//.test(name));
  return Object.fromEntries(files.map((name) => [name, readFileSync(posix.join(root, name), 'utf8')]));
}

describe('the import rule', () => {
  const files = { ...sourcesIn('server/src'), ...sourcesIn('packages') };

  it('holds in every file', () => {
    expect(complaintsAbout(files)).toEqual([]);
  });

  it('is checked on real files', () => {
    const seen = importsOf(files);
    expect(Object.keys(files).length).toBeGreaterThan(100);
    expect(seen).toContainEqual({ from: 'server/src/app/app.ts', to: 'server/src/keys/index.ts' });
    expect(seen).toContainEqual({ from: 'server/src/keys/index.ts', to: 'server/src/keys/key.ts' });
    expect(seen).toContainEqual({ from: 'server/src/keys/key.ts', to: '@parley/protocol' });
  });

  it.each<[string, Files, string]>([
    [
      'a lower module imports a higher one',
      { 'server/src/bus/a.ts': "import { x } from '../keys/index.ts';" },
      'it stands above',
    ],
    [
      'the kernel imports settings',
      { 'server/src/kernel/a.ts': "import type { X } from '../settings/index.ts';" },
      'it stands above',
    ],
    [
      'a domain module imports http',
      { 'server/src/keys/a.ts': "export { x } from '../http/index.ts';" },
      'it stands above',
    ],
    [
      'a module imports the composition',
      { 'server/src/http/a.ts': "import { x } from '../app.ts';" },
      'it stands above',
    ],
    ['the composition imports main', { 'server/src/run/boot.ts': "import '../main.ts';" }, 'it stands above'],
    [
      'an import over several lines',
      { 'server/src/db/a.ts': "import {\n  x,\n  y,\n} from '../avatars/index.ts';" },
      'it stands above',
    ],
    [
      'a dynamic import',
      { 'server/src/db/a.ts': "const x = await import('../avatars/index.ts');" },
      'it stands above',
    ],
    [
      'a way past the door',
      { 'server/src/http/a.ts': "import { x } from '../keys/key.ts';" },
      'not the door',
    ],
    [
      'a door inside the house',
      { 'server/src/keys/a.ts': "import { x } from '../db/embedded/index.ts';" },
      'not the door',
    ],
    [
      'a test past another module’s door',
      { 'server/src/http/a.test.ts': "import { x } from '../keys/key.ts';" },
      'not the door',
    ],
    [
      'the service uses the tests’ tools of a module',
      { 'server/src/brain/a.ts': "import { x } from './testing/x.ts';" },
      'only tests',
    ],
    [
      'the service uses the tests’ tools',
      { 'server/src/keys/a.ts': "import { x } from '../testing/index.ts';" },
      'only tests',
    ],
    [
      'a package imports the server',
      { 'packages/client/src/a.ts': "import { x } from '../../../server/src/kernel/index.ts';" },
      'a package never',
    ],
    [
      'modules in a circle',
      {
        'server/src/accounts/a.ts': "import { x } from '../keys/index.ts';",
        'server/src/keys/a.ts': "import { x } from '../avatars/index.ts';",
        'server/src/avatars/a.ts': "import { x } from '../accounts/index.ts';",
      },
      'in a circle: accounts → keys → avatars → accounts',
    ],
  ])('is broken by: %s', (_what, broken, complaint) => {
    expect(complaintsAbout(broken)).toEqual([expect.stringContaining(complaint)]);
  });

  it.each<[string, Files]>([
    [
      'a higher module imports a lower one',
      { 'server/src/http/a.ts': "import { x } from '../kernel/index.ts';" },
    ],
    ['a module imports its own files', { 'server/src/keys/a.ts': "import { x } from './key.ts';" }],
    ['a test reaches into its own module', { 'server/src/keys/a.test.ts': "import { x } from './key.ts';" }],
    ['a test uses what stands above', { 'server/src/keys/a.test.ts': "import { x } from '../app.ts';" }],
    [
      'a test uses the tests’ tools',
      { 'server/src/keys/a.test.ts': "import { x } from '../testing/app/index.ts';" },
    ],
    [
      'a test uses the tools of another module',
      { 'server/src/brain/a.test.ts': "import { x } from '../outbound/testing/x.ts';" },
    ],
    ['everybody imports the protocol', { 'server/src/kernel/a.ts': "import { x } from '@parley/protocol';" }],
  ])('is kept if %s', (_what, kept) => {
    expect(complaintsAbout(kept)).toEqual([]);
  });
});
