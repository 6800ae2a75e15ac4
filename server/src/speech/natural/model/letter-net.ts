import { readFile } from 'node:fs/promises';
import type { RunNet } from '../reading/index.ts';
import type { OnnxRuntime } from './onnx-runtime.ts';

/** Opens the net that reads unknown words letter by letter. */
export async function openLetterNet(runtime: OnnxRuntime, file: string): Promise<RunNet> {
  const session = await runtime.open(await readFile(file));
  return async (letters) => {
    const { ids } = await session.run({
      chars: new runtime.Tensor('int64', BigInt64Array.from(letters, BigInt), [1, letters.length]),
    });
    if (!(ids?.data instanceof BigInt64Array))
      throw new Error('the net for unknown words has no output "ids"');
    return Array.from(ids.data, Number);
  };
}
