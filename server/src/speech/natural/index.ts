export { ownModel } from './model/model-file.ts';
export { createNaturalVoice, type NaturalPool } from './natural-voice.ts';
export { naturalSetup } from './setup.ts';
export type { NaturalSetup, NaturalVoiceSpec } from './unit.ts';
