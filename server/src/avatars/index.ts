export type { Avatar, AvatarAtWork, AvatarWish, BrainKind } from './avatar.ts';
export { type AvatarPage, type Avatars, createAvatars } from './avatars.ts';
export { type Hearing, type HearingWish, publicHearing, type Recogniser, recognisers } from './hearing.ts';
export { type Look, presetNames } from './look.ts';
export { type AvatarModel, modelPath } from './model/avatar-model.ts';
export { createVoiceTrial, type TrialWish, type VoiceTrial } from './voice-trial.ts';
