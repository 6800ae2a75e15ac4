import { fileURLToPath } from 'node:url';
import { type CustomModel, ModelEngine, ModelList } from '../../custom-models/index.ts';
import type { ModelConfig } from './model-config.ts';
import type { Saying } from './voice-main.ts';

/** A voice that the operator added. */
export type CustomVoiceModel = CustomModel &
  ModelConfig & { readonly sampleRate: number; readonly speakers: number };

export const customVoiceModels = new ModelList<CustomVoiceModel>('');

export const voiceProgram = fileURLToPath(new URL('./voice-main.ts', import.meta.url));
export const sayLimitMs = 30_000;

export type CustomVoiceEngine = ModelEngine<CustomVoiceModel, Saying, Float32Array>;
export const createVoiceEngine = (voiceFolder: string): CustomVoiceEngine =>
  new ModelEngine({
    models: customVoiceModels,
    voiceFolder,
    program: voiceProgram,
    limitMs: sayLimitMs,
  });

const choicePattern = /^([a-z\d][a-z\d-]{0,39})(?:\+(\d{1,4}))?$/;

/** Reads `NAME`, or `NAME+SPEAKER` if a model has several speakers. */
export function readCustomVoice(voice: string): { name: string; speaker: number } | null {
  const [, name, speaker = '0'] = choicePattern.exec(voice) ?? [];
  return name === undefined ? null : { name, speaker: Number(speaker) };
}
