export { installModelVoice, removeModelVoice } from './install-model.ts';
export { installInBackground, installNaturalVoice, removeNaturalVoice } from './install-voice.ts';
export { hasModel, installedFiles, modelVoices } from './voice-folder.ts';
export { type VoiceStatus, voiceSentence, voiceStatus } from './voice-status.ts';
