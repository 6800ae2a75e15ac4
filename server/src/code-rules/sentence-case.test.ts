import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { permissions } from '@parley/protocol';
import { avatarSettingSections } from '@parley/protocol/avatar-settings';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(root + file, 'utf8');

/** Names of products, languages, tabs, keys, headers and standards, which keep their capitals within a sentence. */
const names = new Set(
  'Advanced Brain Chrome Cloud Connected Edge Embed English Enter Firefox Flask French German Key Kubernetes Oculus Origin Parley React Redis Set'.split(
    ' ',
  ),
);

const files = [
  ...globSync('web/dashboard/src/strings/*.json', { cwd: root }),
  'web/avatar-page/src/texts/english.json',
  'packages/protocol/src/avatar-settings/setting-texts.json',
  'packages/protocol/src/management/summaries.json',
];

const textsIn = (tree: unknown): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree ?? {}).flatMap(textsIn);

const headings = globSync('{README.md,docs/**/*.md}', { cwd: root }).flatMap((file) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.replaceAll(/`[^`]*`/g, '')),
);

/** Words with a capital that does not begin a sentence. */
const capitalised = (text: string): string[] =>
  [...text.matchAll(/(?<=[\p{L}\d,;)] )\p{Lu}\p{L}+/gu)]
    .map(([word]) => word)
    .filter((word) => /^.\p{Ll}+$/u.test(word) && !names.has(word));

describe('texts', () => {
  it.each([
    ['Max Session Duration', ['Session', 'Duration']],
    ['Max session duration. Default', []],
    ['Without WebGL, in React', []],
  ])('with Title Case are found: %s', (text, found) => {
    expect(capitalised(text)).toEqual(found);
  });

  it('have sentence case', () => {
    const texts = [
      ...files.flatMap((file) => textsIn(JSON.parse(read(file)))),
      ...Object.values(avatarSettingSections).map(({ title }) => title),
      ...permissions.map(({ label }) => label),
      ...headings,
    ];
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.filter((text) => capitalised(text).length > 0)).toEqual([]);
  });
});
