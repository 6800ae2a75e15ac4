export type { Avatar, AvatarInput, AvatarRef, AvatarWithSecrets, BrainKind } from './avatar.ts';
export { sealedAvatarColumns } from './avatar-secrets.ts';
export { type AvatarPage, type Avatars, avatarDeletedTopic, createAvatars } from './avatars.ts';
export { avatarIn, bestLanguage, languagesOf, voicesByLanguage } from './language/avatar-in-language.ts';
export type { ListedAvatar } from './list/avatar-list.ts';
export type { NamePosition } from './list/name-order.ts';
export { type Look, presetNames } from './look.ts';
export { type AvatarModel, modelPath } from './model/avatar-model.ts';
export { portraitPath } from './portrait/portraits.ts';
export { publicSettings } from './public-settings.ts';
export { asCanary, hasSecondBrain } from './second-brain.ts';
export { effectiveVoice } from './voice/effective-voice.ts';
export type {
  Hearing,
  HearingInput,
  Recogniser,
} from './voice/hearing.ts';
export { createVoiceTrial, type TrialInput, type VoiceTrial } from './voice/voice-trial.ts';
