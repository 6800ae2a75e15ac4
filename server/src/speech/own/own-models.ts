import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelConfig } from './model-config.ts';

/** A model that the operator added. Its folder stays where it is. */
export type OwnModel = ModelConfig & {
  readonly name: string;
  readonly folder: string;
  readonly language: string;
  readonly sampleRate: number;
  readonly speakers: number;
};

const namePattern = /^[a-z\d][a-z\d-]{0,39}$/;
const choicePattern = /^([a-z\d][a-z\d-]{0,39})(?:\+(\d{1,4}))?$/;

export const isOwnName = (name: string): boolean => namePattern.test(name);

/** Reads `NAME`, or `NAME+SPEAKER` if a model has several speakers. */
export function readOwnVoice(voice: string): { name: string; speaker: number } | null {
  const [, name, speaker = '0'] = choicePattern.exec(voice) ?? [];
  return name === undefined ? null : { name, speaker: Number(speaker) };
}

/** The folder in which own models are registered, and in which the operator installs sherpa-onnx-node. */
export const ownFolder = (voiceFolder: string): string => join(voiceFolder, 'own');
const fileOf = (voiceFolder: string, name: string) => join(ownFolder(voiceFolder), `${name}.json`);

export function ownModels(voiceFolder: string | null): readonly OwnModel[] {
  if (voiceFolder === null || !existsSync(ownFolder(voiceFolder))) return [];
  const names = readdirSync(ownFolder(voiceFolder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => isOwnName(name) && !name.startsWith('package'));
  return names.map((name) => readOwnModel(voiceFolder, name)).filter((model) => model !== null);
}

export function readOwnModel(voiceFolder: string | null, name: string): OwnModel | null {
  if (voiceFolder === null || !isOwnName(name)) return null;
  try {
    return JSON.parse(readFileSync(fileOf(voiceFolder, name), 'utf8')) as OwnModel;
  } catch {
    return null;
  }
}

export async function storeOwnModel(voiceFolder: string, model: OwnModel): Promise<void> {
  await mkdir(ownFolder(voiceFolder), { recursive: true });
  await writeFile(fileOf(voiceFolder, model.name), `${JSON.stringify(model, null, 1)}\n`);
}

/** Removes an own model. False if there was none. The model's folder stays. */
export async function removeOwnModel(voiceFolder: string, name: string): Promise<boolean> {
  if (readOwnModel(voiceFolder, name) === null) return false;
  await rm(fileOf(voiceFolder, name));
  return true;
}
