import sileroUrl from '@ricky0123/vad-web/dist/silero_vad_v5.onnx?url';
import decoderUrl from 'moonshine/decoder_model_merged.onnx?url';
import encoderUrl from 'moonshine/encoder_model.onnx?url';
import programUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { modelBytes } from './model-bytes.ts';

export type LoadableFile = { readonly url: string; readonly bytes: number };

export const program: LoadableFile = { url: programUrl, bytes: modelBytes.program };
export const activityModel: LoadableFile = { url: sileroUrl, bytes: modelBytes.activity };
export const encoderModel: LoadableFile = { url: encoderUrl, bytes: modelBytes.encoder };
export const decoderModel: LoadableFile = { url: decoderUrl, bytes: modelBytes.decoder };
