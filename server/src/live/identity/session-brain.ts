import type { AvatarWithSecrets } from '../../avatars/index.ts';

/** The brain that a session asks, with its address and key. It stays the same until LOGOUT, even if settings change. */
export type SessionBrain = Pick<
  AvatarWithSecrets['avatar'],
  'brain' | 'endpointUrl' | 'modelUrl' | 'modelName'
> &
  Pick<AvatarWithSecrets, 'endpointKey' | 'modelKey' | 'isCanary'> &
  /** Only in a canary session. The first brain follows the avatar's settings. */
  Partial<Pick<AvatarWithSecrets['avatar'], 'modelPrompt'>>;

export function brainOf({ avatar, endpointKey, modelKey, isCanary }: AvatarWithSecrets): SessionBrain {
  const { brain, endpointUrl, modelUrl, modelName, modelPrompt } = avatar;
  const common = { brain, endpointUrl, endpointKey, modelUrl, modelKey, modelName };
  return isCanary ? { ...common, isCanary, modelPrompt } : common;
}

/** The avatar with the session's brain. The same object if the avatar still has that brain. */
export function withBrain(avatar: AvatarWithSecrets, brain: SessionBrain): AvatarWithSecrets {
  const now = brainOf(avatar);
  const fields = Object.keys(brain) as (keyof SessionBrain)[];
  if (fields.every((field) => now[field] === brain[field])) return avatar;
  const { endpointKey, modelKey, isCanary, ...settings } = brain;
  return {
    ...avatar,
    endpointKey,
    modelKey,
    ...(isCanary ? { isCanary } : {}),
    avatar: { ...avatar.avatar, ...settings },
  };
}
