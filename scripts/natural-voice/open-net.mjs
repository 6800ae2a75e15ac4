import { readFile } from 'node:fs/promises';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';

/** The net that reads unknown words, for the scripts in this folder. */
export async function openNet(file) {
  env.wasm.numThreads = 1;
  const session = await InferenceSession.create(await readFile(file));
  return async (letters) => {
    const chars = new Tensor('int64', BigInt64Array.from(letters, BigInt), [1, letters.length]);
    const { ids } = await session.run({ chars });
    return Array.from(ids.data, Number);
  };
}
