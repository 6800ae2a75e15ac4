import { join } from 'node:path';

/** The files of an installed natural voice: absolute paths. They have the package's names, such as 'hibari.onnx'. */
export type VoiceFiles = { readonly folder: string; file(name: string): string };

export function voiceFilesIn(folder: string): VoiceFiles {
  return { folder, file: (name) => join(folder, name) };
}
