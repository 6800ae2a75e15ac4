import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundleScript } from '../testing/bundle-script.ts';

describe('what a page has to load before a call', () => {
  test.each([
    // Push to talk took one of these KB: turns, and the rules of a button that is held. The last one is for people who
    // answer and read along.
    ['index.ts', 28],
    // The SDK itself is in this script, because one tag must be enough for an old page.
    ['compat/script.ts', 30],
  ])('%s is at most %i KB, compressed, in one file', async (entry, most) => {
    const code = await bundleScript(fileURLToPath(new URL(entry, import.meta.url)), 'Parley');
    const bytes = gzipSync(code, { level: 9 }).length;
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(most * 1024);
  });
});
