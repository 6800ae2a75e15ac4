export { builtInVoices } from './choice/built-in-voices.ts';
export { chooseVoice, takesKey } from './choice/choose-voice.ts';
export {
  defaultVoice,
  publicVoice,
  type VoiceChoice,
  type VoiceInput,
  type VoiceProvider,
  voiceProviders,
} from './choice/voice-choice.ts';
export { addCustomVoice, customVoiceModels } from './custom/index.ts';
export { readEnglish } from './english/read-english.ts';
export {
  hasModel,
  installedFiles,
  installInBackground,
  installModelVoice,
  installNaturalVoice,
  modelVoices,
  removeModelVoice,
  removeNaturalVoice,
  type VoiceStatus,
  voiceSentence,
  voiceStatus,
} from './natural/install/index.ts';
export { loadEngine } from './natural/load-engine.ts';
export { loadOnnxRuntime } from './natural/model/onnx-runtime.ts';
export { type PersonName, people } from './natural/people/people.ts';
export { naturalSpec } from './natural/people/spec.ts';
export { naturalSetup } from './natural/setup.ts';
export { installedPico, installPico, installPicoInBackground, removePico } from './pico/pico-package.ts';
export { picoVoiceNames, picoVoices } from './pico/pico-voices.ts';
export { createWordList } from './pronunciation/word-list.ts';
export { sayAloud } from './say-aloud.ts';
export { baseOf } from './script/language-tag.ts';
export { languageOfSentence } from './script/readable.ts';
export { createSpeech, type Speech } from './speech.ts';
export { type Sentence, SpeechFailure, type SpeechPiece, type TimedViseme, type Voice } from './voice.ts';
