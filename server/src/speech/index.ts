export type { VoiceSettings } from './providers/provider-voice.ts';
export {
  createSpeech,
  type KnownVoice,
  type Speech,
  type SpeechNeeds,
} from './speech.ts';
export {
  type AudioFormat,
  type Precision,
  type Sentence,
  SpeechFailure,
  type SpeechPiece,
  type SpeechStage,
  type TimedMark,
  type TimedViseme,
  type TimedWord,
  type Timing,
  type VisemeName,
  type Voice,
  visemeNames,
} from './voice.ts';
export { DEFAULT_VOICE, parseVoiceName, type VoiceKind, type VoiceName, voiceKinds } from './voice-name.ts';
