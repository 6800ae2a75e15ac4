import { fileURLToPath } from 'node:url';
import { ModelEngine, ModelList, type OwnModel } from '../../custom-models/index.ts';
import type { ModelConfig } from './model-config.ts';
import type { Saying } from './voice-main.ts';

/** A voice that the operator added. */
export type OwnVoiceModel = OwnModel &
  ModelConfig & { readonly sampleRate: number; readonly speakers: number };

export const ownVoiceModels = new ModelList<OwnVoiceModel>('');

export const voiceProgram = fileURLToPath(new URL('./voice-main.ts', import.meta.url));
export const sayLimitMs = 30_000;

export type OwnVoiceEngine = ModelEngine<OwnVoiceModel, Saying, Float32Array>;
export const createVoiceEngine = (voiceFolder: string): OwnVoiceEngine =>
  new ModelEngine({
    models: ownVoiceModels,
    voiceFolder,
    program: voiceProgram,
    limitMs: sayLimitMs,
  });

const choicePattern = /^([a-z\d][a-z\d-]{0,39})(?:\+(\d{1,4}))?$/;

/** Reads `NAME`, or `NAME+SPEAKER` if a model has several speakers. */
export function readOwnVoice(voice: string): { name: string; speaker: number } | null {
  const [, name, speaker = '0'] = choicePattern.exec(voice) ?? [];
  return name === undefined ? null : { name, speaker: Number(speaker) };
}
