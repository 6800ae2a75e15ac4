export type { Avatar, AvatarAtWork, AvatarWish, BrainKind } from './avatar.ts';
export { type AvatarPage, type Avatars, createAvatars } from './avatars.ts';
