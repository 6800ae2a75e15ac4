export { addCustomVoice } from './add-custom-voice.ts';
export { createCustomVoice } from './custom-voice.ts';
export { createVoiceEngine, customVoiceModels, readCustomVoice } from './custom-voices.ts';
