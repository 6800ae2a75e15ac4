import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedPages } from './pages.ts';

test.each(Object.entries(generatedPages))('docs/%s is up to date: "npm run docs" writes it', (file, make) => {
  expect(readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')).toBe(make());
});
