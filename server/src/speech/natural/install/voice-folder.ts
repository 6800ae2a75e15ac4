import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type VoiceFiles, voiceFilesIn } from '../voice-files.ts';
import { hibariFolder, hibariPackage } from './hibari-package.ts';

/** Written last into a voice's folder: which files belong to it, and their sizes. */
export const installedFile = 'installed.json';

export type VoicePaths = {
  /** The folder for everything of this package. */
  readonly base: string;
  /** The files of the voice. */
  readonly files: string;
  readonly lock: string;
  readonly problem: string;
};

export function pathsIn(folder: string): VoicePaths {
  const base = join(folder, hibariFolder[0]);
  return {
    base,
    files: join(folder, ...hibariFolder),
    lock: join(base, 'installing.pid'),
    problem: join(base, 'problem.json'),
  };
}

/** The files of the natural voice; null if it is not installed or incomplete. */
export function installedFiles(folder: string): VoiceFiles | null {
  const { files } = pathsIn(folder);
  const list = readJson<Record<string, number>>(join(files, installedFile));
  if (list === null) return null;
  const isWhole = Object.entries(list).every(([name, bytes]) => sizeOf(join(files, name)) === bytes);
  return isWhole ? voiceFilesIn(files) : null;
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

export const installedVersion = `hibari ${hibariPackage.version}`;

export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

export function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}
