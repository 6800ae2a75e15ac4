export { addOwnVoice } from './add-custom-voice.ts';
export { createOwnVoice } from './custom-voice.ts';
export { createVoiceEngine, ownVoiceModels, readOwnVoice } from './custom-voices.ts';
