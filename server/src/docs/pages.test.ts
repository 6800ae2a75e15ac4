import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from './pages.ts';

test.each(Object.entries(generatedFiles))('%s is up to date: "npm run docs" writes it', (file, make) => {
  expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).toBe(make());
});
