import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { modelBytes } from './model-bytes.ts';

const packages = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const moonshine = '@moonshine-ai/moonshine-js/dist/model/tiny/quantized';

it.each([
  ['program', 'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm'],
  ['activity', '@ricky0123/vad-web/dist/silero_vad_v5.onnx'],
  ['encoder', `${moonshine}/encoder_model.onnx`],
  ['decoder', `${moonshine}/decoder_model_merged.onnx`],
] as const)('the size of the %s is the true one', (name, path) => {
  expect(modelBytes[name]).toBe(statSync(`${packages}/${path}`).size);
});
