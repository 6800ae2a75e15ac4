import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longParts, waitingFiles } from './long-first.ts';

it.each([...longParts, ...waitingFiles])('%s is part of a test file’s path', (part) => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const files = globSync(['server/src/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/**/*.test.mjs'], {
    cwd: root,
  });
  expect(files.some((file) => `/${file}`.includes(part))).toBe(true);
});
