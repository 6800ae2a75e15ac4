export const avatarTabs = ['general', 'brain', 'advanced', 'embed'] as const;
export type AvatarTab = (typeof avatarTabs)[number];
