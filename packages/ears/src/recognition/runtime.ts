import * as ort from 'onnxruntime-web/wasm';

/** One thread: more would need pages that are isolated from all others. */
export function prepareRuntime(program: ArrayBuffer): typeof ort {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmBinary = program;
  ort.env.logLevel = 'error';
  return ort;
}

/** Measured: more optimisation takes longer to load and runs no faster. */
export const sessionOptions: ort.InferenceSession.SessionOptions = {
  executionProviders: ['wasm'],
  graphOptimizationLevel: 'basic',
};
