import type { InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { shorterModel } from './shorter-model.ts';
import { featureFrames, melBands, WhisperFeatures } from './whisper-features.ts';

/** Measured: with less optimisation a check takes about a half longer. */
export const turnSessionOptions: InferenceSession.SessionOptions = {
  executionProviders: ['wasm'],
  graphOptimizationLevel: 'extended',
};

/** Knows from the sound of speech whether the speaker is done (Smart Turn): the probability of that. */
export async function startTurnModel(
  model: Uint8Array,
  open: (model: Uint8Array<ArrayBuffer>) => Promise<Pick<InferenceSession, 'run'>>,
  FloatTensor: typeof Tensor,
): Promise<(sound: Float32Array) => Promise<number>> {
  const session = await open(shorterModel(model));
  const features = new WhisperFeatures();
  const probabilityOf = async (sound: Float32Array): Promise<number> => {
    const tensor = new FloatTensor('float32', features.of(sound), [1, melBands, featureFrames]);
    const { logits } = await session.run({ input_features: tensor });
    // Despite its name, the output is a probability.
    const probability = Number(logits?.data[0]);
    if (Number.isNaN(probability)) throw new Error('the model has no answer');
    return probability;
  };
  // The first run takes several times as long as any other.
  await probabilityOf(new Float32Array(0));
  return probabilityOf;
}
