export { createNaturalVoice, type NaturalPool } from './natural-voice.ts';
export { naturalSetup } from './setup.ts';
export { naturalSpec } from './spec.ts';
export { sampleRate } from './wave/frames.ts';
