import { telemetryOff } from './model/onnx-runtime.ts';

/** What a thread of the natural voice gets at the start: the folder with the voice's files. */
export type NaturalSetup = { readonly folder: string };

/**
 * What the natural voice's threads get at the start. It must be created in the main thread: the model's runtime reads
 * the environment of the process, and a thread can change only its own copy of it.
 */
export function naturalSetup(folder: string): NaturalSetup {
  Object.assign(process.env, telemetryOff);
  return { folder };
}
