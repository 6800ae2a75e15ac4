import type { NaturalSetup } from '../units/unit.ts';
import { telemetryOff } from './model/onnx-runtime.ts';

/**
 * What the natural voice's threads get at the start. It must be created in the main thread: the model's runtime reads
 * the environment of the process, and a thread can change only its own copy of it.
 */
export function naturalSetup(folder: string): NaturalSetup {
  Object.assign(process.env, telemetryOff);
  return { folder };
}
