import { installedFolder, readJson, sizeOf } from '../../../pip-packages/index.ts';
import { type VoiceFiles, voiceFilesIn } from '../voice-files.ts';
import { hibariPackage } from './hibari-package.ts';

/** The files of the natural voice; null if it is not installed or incomplete. */
export function installedFiles(folder: string): VoiceFiles | null {
  const files = installedFolder(folder, hibariPackage);
  return files === null ? null : voiceFilesIn(files);
}

/** A voice of the package that has a model of its own. */
export type ModelVoice = {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly language: string;
  readonly gender: 'female' | 'male';
};

type Registry = Readonly<Record<string, Omit<ModelVoice, 'name'> & { readonly bundled: boolean }>>;

/** The further voices that the installed package names. */
export function modelVoices(files: VoiceFiles): readonly ModelVoice[] {
  const registry = readJson<Registry>(files.file('voices.json')) ?? {};
  return Object.entries(registry)
    .filter(([, voice]) => !voice.bundled && /^[\w.-]+\.onnx$/.test(voice.file))
    .map(([name, { file, bytes, sha256, language, gender }]) => ({
      ...{ name, file, bytes, sha256, language, gender },
    }));
}

export const hasModel = (files: VoiceFiles, { file, bytes }: ModelVoice): boolean =>
  sizeOf(files.file(file)) === bytes;
