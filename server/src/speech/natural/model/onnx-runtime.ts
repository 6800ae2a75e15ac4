import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';

/** The parts that both runtimes have. */
export type OnnxRuntime = {
  readonly name: 'onnxruntime-node' | 'onnxruntime-web';
  open(model: Uint8Array): Promise<InferenceSession>;
  readonly Tensor: typeof Tensor;
};

/**
 * From 1.29 on, onnxruntime-node sends usage data to its maker and stores an identifier on disk, unless the process has
 * this in its environment before the first model is opened.
 */
export const telemetryOff = { ORT_DISABLE_TELEMETRY: '1' } as const;

const onOneThread = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' } as const;

/**
 * The program that runs models. Measured on one x86-64 core, for one second of sound: onnxruntime-node 0.005 s, loaded
 * in 0.3 s with 115 MB resident; onnxruntime-web 0.05 s, loaded in 1.2 s with 200 MB. If the first has no binary for
 * the platform, the second does the same work.
 */
export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  try {
    if (process.env.ORT_DISABLE_TELEMETRY !== telemetryOff.ORT_DISABLE_TELEMETRY)
      throw new Error('onnxruntime-node would send usage data');
    const { InferenceSession: Session, Tensor: NodeTensor } = await import('onnxruntime-node');
    return {
      name: 'onnxruntime-node',
      Tensor: NodeTensor,
      open: (model) => Session.create(model, { ...onOneThread, executionProviders: ['cpu'] }),
    };
  } catch {
    const { InferenceSession: Session, Tensor: WebTensor, env } = await import('onnxruntime-web/wasm');
    env.wasm.numThreads = 1;
    return {
      name: 'onnxruntime-web',
      Tensor: WebTensor,
      open: (model) => Session.create(model, { ...onOneThread, executionProviders: ['wasm'] }),
    };
  }
}
