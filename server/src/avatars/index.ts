export type { Avatar, AvatarInput, AvatarRef, AvatarWithSecrets, BrainKind } from './avatar.ts';
export type { ListedAvatar } from './avatar-list.ts';
export { type AvatarPage, type Avatars, avatarDeletedTopic, createAvatars } from './avatars.ts';
export { type Hearing, type HearingInput, publicHearing, type Recogniser, recognisers } from './hearing.ts';
export { type Look, presetNames } from './look.ts';
export { type AvatarModel, modelPath } from './model/avatar-model.ts';
export type { NamePlace } from './name-order.ts';
export { publicSettings } from './public-settings.ts';
export { createVoiceTrial, type TrialInput, type VoiceTrial } from './voice-trial.ts';
