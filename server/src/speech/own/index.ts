export { addOwnVoice } from './add-own-voice.ts';
export { createOwnVoice } from './own-voice.ts';
export { createVoiceEngine, ownVoiceModels, readOwnVoice } from './own-voices.ts';
