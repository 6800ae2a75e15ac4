import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { pruneRuntime } from './prune-runtime.mjs';

const root = mkdtempSync(join(tmpdir(), 'parley-prune-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('keeps only this platform’s binary, and does nothing if there is none', () => {
  const binaries = join(root, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
  pruneRuntime(root);
  for (const place of ['linux/x64', 'linux/arm64', 'darwin/arm64', 'win32/x64']) {
    mkdirSync(join(binaries, place), { recursive: true });
    writeFileSync(join(binaries, place, 'binding.node'), '');
  }
  pruneRuntime(root, { platform: 'linux', arch: 'x64' });
  expect(readdirSync(binaries)).toEqual(['linux']);
  expect(readdirSync(join(binaries, 'linux'))).toEqual(['x64']);
});
