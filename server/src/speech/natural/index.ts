export { createNaturalVoice } from './natural-voice.ts';
export { naturalSpec } from './people/spec.ts';
export { naturalSetup } from './setup.ts';
export { sampleRate } from './wave/frames.ts';
