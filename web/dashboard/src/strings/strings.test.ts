import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { strings } from './index.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync('**/*.{ts,tsx}', { cwd: folder })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(folder + file, 'utf8'));

type Tree = { readonly [name: string]: string | Tree };
const isForms = (tree: Tree): boolean => 'other' in tree && 'one' in tree;
const pathsOf = (tree: Tree, above = ''): string[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' || isForms(value) ? [above + name] : pathsOf(value, `${above}${name}.`),
  );
const textAt = (path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((tree, name) => (tree as Record<string, unknown> | undefined)?.[name], strings);

/** The names that a source has for parts of the texts, such as `const text = strings.keys`. */
function aliasesOf(source: string): Map<string, string> {
  const named = source.matchAll(/^const (\w+) = strings((?:\.\w+)+);/gm);
  return new Map([
    ['strings', ''],
    ...[...named].map(([, name = '', path = '']) => [name, path.slice(1)] as const),
  ]);
}

/** What a source reads: `keys.title`, or `keys.state.` for a part that is read by a variable. */
function readsOf(source: string): string[] {
  const aliases = aliasesOf(source);
  const body = source.replace(/^const \w+ = strings(?:\.\w+)+;/gm, '');
  const reads = [...body.matchAll(/(?<![\w'])(?<!\w\.)(\w+)((?:\.\w+)*\[?)/g)].flatMap(
    ([, name = '', rest = '']) => {
      const base = aliases.get(name);
      if (base !== undefined) return [`${base}${rest}`.replace(/^\./, '').replace(/\.?\[$/, '.')];
      // A component that gets the texts of a page as a property.
      return name === 'text' ? Object.keys(strings).map((page) => page + rest) : [];
    },
  );
  const taken = [...body.matchAll(/const \{ ([^}]+) \} = strings\.(\w+);/g)].flatMap(
    ([, names = '', page = '']) => names.split(', ').map((name) => `${page}.${name}`),
  );
  return [...reads, ...taken];
}

describe('the texts of the pages', () => {
  it('are all used', () => {
    const reads = new Set(sources.flatMap(readsOf));
    const isRead = (path: string) =>
      path.split('.').some((_, index, names) => {
        const part = names.slice(0, index + 1).join('.');
        // A whole page is not a read, because components get it to read a few of its texts.
        return reads.has(`${part}.`) || (index > 0 && reads.has(part));
      });
    expect(pathsOf(strings).filter((path) => !isRead(path))).toEqual([]);
  });

  it('get the values that they name', () => {
    const wrong = sources.flatMap((source) => {
      const aliases = aliasesOf(source);
      const calls = source.matchAll(/(?<!\w)fill\(\s*(\w+)((?:\.\w+)+),\s*\{([^}]*)\}/g);
      return [...calls].flatMap(([call, name = '', rest = '', values = '']) => {
        const base = aliases.get(name);
        const text = base === undefined ? undefined : textAt(`${base}${rest}`.replace(/^\./, ''));
        if (typeof text !== 'string') return [];
        const given = [...values.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, value]) => value).sort();
        const named = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, value]) => value))].sort();
        return given.join() === named.join() ? [] : [`${call}: ${text}`];
      });
    });
    expect(wrong).toEqual([]);
  });
});
