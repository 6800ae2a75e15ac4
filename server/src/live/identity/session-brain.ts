import type { AvatarWithSecrets } from '../../avatars/index.ts';

/** The brain that a session asks, with its address and key. It stays the same until LOGOUT, even if settings change. */
export type SessionBrain = Pick<
  AvatarWithSecrets['avatar'],
  'brain' | 'endpointUrl' | 'modelUrl' | 'modelName'
> &
  Pick<AvatarWithSecrets, 'endpointKey' | 'modelKey'>;

export function brainOf({ avatar, endpointKey, modelKey }: AvatarWithSecrets): SessionBrain {
  const { brain, endpointUrl, modelUrl, modelName } = avatar;
  return { brain, endpointUrl, endpointKey, modelUrl, modelKey, modelName };
}

/** The avatar with the session's brain. The same object if the avatar still has that brain. */
export function withBrain(avatar: AvatarWithSecrets, brain: SessionBrain): AvatarWithSecrets {
  const now = brainOf(avatar);
  const fields = Object.keys(now) as (keyof SessionBrain)[];
  if (fields.every((field) => now[field] === brain[field])) return avatar;
  const { endpointKey, modelKey, ...settings } = brain;
  return { ...avatar, endpointKey, modelKey, avatar: { ...avatar.avatar, ...settings } };
}
