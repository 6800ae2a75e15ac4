import * as ort from 'onnxruntime-web/wasm';

/** Uses one thread: more threads need cross-origin isolated pages. */
export function prepareRuntime(program: ArrayBuffer): typeof ort {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmBinary = program;
  ort.env.logLevel = 'error';
  return ort;
}

/** Measured: more optimisation takes longer to load and does not run faster. */
export const sessionOptions: ort.InferenceSession.SessionOptions = {
  executionProviders: ['wasm'],
  graphOptimizationLevel: 'basic',
};
