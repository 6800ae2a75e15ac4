import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The compiled program. All threads share it. */
export async function picoProgram(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@echogarden/svoxpico-wasm');
  return await WebAssembly.compile(await readFile(join(dirname(path), 'svoxpico.wasm')));
}
