import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const outside = (name: string): boolean => name === 'node_modules' || name === 'dist';
const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (entry) => outside(String(entry)) }).map(String);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

type Rule = { readonly number: string; readonly file: string };

/** A rule is the beginning of a list item: `- [LV1] …`. */
const rulesIn = (file: string): Rule[] =>
  [...read(file).matchAll(/^- \[([A-Z]+\d+)\] \S/gm)].map(([, number = '']) => ({ number, file }));

/** A title begins with the ids of its rules: `'[LV1] [LV2] …'`. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/['"`]((?:\[[A-Z]+\d+\] ?)+)/g)].flatMap(([, numbers = '']) =>
    [...numbers.matchAll(/[A-Z]+\d+/g)].map(([number]) => number),
  );

describe('the numbered rules', () => {
  const specs = ['server/src/**/SPEC.md', 'packages/*/src/**/SPEC.md'].flatMap(find);
  const tests = [
    'server/src/**/*.{test,contract}.ts',
    'packages/*/src/**/*.{test,contract}.{ts,tsx}',
  ].flatMap(find);
  const rules = specs.flatMap(rulesIn);
  const known = new Set(rules.map(({ number }) => number));
  const named = new Map(tests.map((file) => [file, numbersIn(read(file))]));

  it('are found', () => {
    for (const module of ['live', 'brain', 'outbound', 'markup', 'events', 'delivery', 'webhooks']) {
      const own = rules.filter(({ file }) => file.endsWith(`/${module}/SPEC.md`));
      expect(own.length, module).toBeGreaterThan(10);
    }
  });

  it('have each a number of their own', () => {
    const twice = rules.filter(
      ({ number }, index) => rules.findIndex((rule) => rule.number === number) !== index,
    );
    expect(twice).toEqual([]);
  });

  it('have each a test that names them', () => {
    const tested = new Set([...named.values()].flat());
    expect(rules.filter(({ number }) => !tested.has(number))).toEqual([]);
  });

  it('exist wherever a test names one', () => {
    const families = new Set([...known].map((number) => number.replace(/\d+$/, '')));
    const strangers = [...named].flatMap(([file, numbers]) =>
      numbers
        .filter((number) => families.has(number.replace(/\d+$/, '')) && !known.has(number))
        .map((number) => ({ number, file })),
    );
    expect(strangers).toEqual([]);
  });

  it('the check itself sees titles, and only titles', () => {
    const text = "it('[AB1] [AB2] does', () => {}); it.each([])(`[AB3] %s`, f); // '[AB] no' and list[AB4]";
    expect(numbersIn(text)).toEqual(['AB1', 'AB2', 'AB3']);
  });
});
