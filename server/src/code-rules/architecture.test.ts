import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

type Imports = ReadonlyMap<string, readonly string[]>;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const maxLines = 300;
const maxFiles = 25;
const outside = (name: string): boolean => ['node_modules', 'dist', 'build', 'data', '.git'].includes(name);
const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (entry) => outside(posix.basename(String(entry))) }).map(String);
const read = (file: string): string => readFileSync(posix.join(root, file), 'utf8');

/** Static and dynamic imports, re-exports and type imports. */
const importStatement =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|(?:^|\n)\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'/g;

const sources = find('**/*.{ts,tsx,mjs}');

/** Package names and their entry points, such as `@parley/protocol/management`. */
const packageFiles = new Map(
  find('packages/*/package.json').flatMap((file) => {
    const { name, exports = {} } = JSON.parse(read(file)) as {
      name: string;
      exports?: Record<string, unknown>;
    };
    return Object.entries(exports)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([key, target]) => [posix.join(name, key), posix.join(posix.dirname(file), target)] as const);
  }),
);

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(importStatement)].flatMap(([, named, bare, dynamic]) => {
    const target = named ?? bare ?? dynamic ?? '';
    const path = target.startsWith('.') ? posix.join(posix.dirname(file), target) : packageFiles.get(target);
    return path === undefined ? [] : [path];
  });
}

/** Groups of files that can reach each other: Tarjan's strongly connected components. */
function cyclesIn(imports: Imports): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    lowest.set(file, own);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      const reached = index.has(next) ? (stack.includes(next) ? index.get(next) : undefined) : visit(next);
      lowest.set(file, Math.min(lowest.get(file) ?? own, reached ?? own));
    }
    const low = lowest.get(file) ?? own;
    if (low === own) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1 || imports.get(file)?.includes(file)) cycles.push(group.toSorted());
    }
    return low;
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return cycles;
}

describe('the source tree', () => {
  const imports = new Map(sources.map((file) => [file, importsOf(file, read(file))]));

  it('has no import cycle, type imports included', () => {
    expect(imports.size).toBeGreaterThan(1_000);
    expect(imports.get('server/src/keys/key.ts')).toContain('packages/protocol/src/index.ts');
    expect(cyclesIn(imports)).toEqual([]);
  });

  it('the cycle check finds cycles, and only cycles', () => {
    const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));
    expect(cyclesIn(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
    expect(cyclesIn(graph({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] }))).toEqual([['a', 'b', 'c']]);
    expect(cyclesIn(graph({ a: ['a'] }))).toEqual([['a']]);
  });

  it(`has no file over ${maxLines} lines`, () => {
    const long = [...sources, ...find('**/*.css')].filter(
      (file) => read(file).trimEnd().split('\n').length > maxLines,
    );
    expect(long).toEqual([]);
  });

  // Migrations are one list, and guides link to each other by their names alone.
  it(`has no folder of more than ${maxFiles} files, beside migrations and guides`, () => {
    const counts = Map.groupBy([...sources, ...find('**/*.{css,json,md,sql}')], posix.dirname);
    const full = [...counts].filter(([, files]) => files.length > maxFiles).map(([folder]) => folder);
    expect(full).toContain('server/migrations');
    expect(full.filter((folder) => !['server/migrations', 'docs'].includes(folder))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  const text = read('ARCHITECTURE.md');
  const map = /```\n([\s\S]*?)```/.exec(text)?.[1] ?? '';

  /** Lines such as `  live/   sessions…`: two spaces of indentation mean server/src. */
  const mapped = map.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^( *)([\w./-]+(?: [\w./-]+)*)(?: {2,}|$)/.exec(line) ?? [];
    return names
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => (indent === '' ? name : `server/src/${name}`));
  });

  it('shows every folder and no other', () => {
    const folders = [
      ...find('*/').filter(
        (name) =>
          !name.startsWith('.') && !outside(name) && !['clients', 'packages', 'server', 'web'].includes(name),
      ),
      ...['clients/*/', 'packages/*/', 'server/src/*/', 'web/*/'].flatMap(find),
    ].map((name) => `${name.replace(/\/$/, '')}/`);
    const shown = mapped.filter((name) => name.endsWith('/'));
    expect(folders.filter((name) => !shown.includes(name))).toEqual([]);
    const existing = new Set(find('**/').map((name) => `${name.replace(/\/$/, '')}/`));
    expect(shown.filter((name) => !existing.has(name))).toEqual([]);
  });

  it('names every dependency and no other', () => {
    const section = text.slice(text.indexOf('\n## Dependencies'));
    const named = new Set([...section.matchAll(/`([@a-z][\w./@-]*)`/g)].map(([, name = '']) => name));
    const used = new Set(
      ['package.json', ...find('{packages,web}/*/package.json'), 'server/package.json', 'bench/package.json']
        .map((file) => JSON.parse(read(file)) as Record<string, Record<string, string>>)
        .flatMap((file) => [file.dependencies, file.devDependencies, file.optionalDependencies])
        .flatMap((group) => Object.keys(group ?? {}))
        .filter((name) => !/^@(parley|types)\//.test(name)),
    );
    expect([...used].filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !used.has(name))).toEqual([]);
  });
});
