export type { Avatar, AvatarWish } from './avatar.ts';
export { type AvatarPage, type Avatars, createAvatars } from './avatars.ts';
