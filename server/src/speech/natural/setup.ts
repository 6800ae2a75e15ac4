import { telemetryOff } from './model/onnx-runtime.ts';
import type { NaturalSetup } from './unit.ts';

/**
 * What threads of the natural voice are given. It must be made in the main thread: the runtime of the model reads the
 * environment of the process, and what a thread sets in its own copy never gets there.
 */
export function naturalSetup(folder: string): NaturalSetup {
  Object.assign(process.env, telemetryOff);
  return { folder };
}
