import { type AvatarWithSecrets, asCanary, hasSecondBrain } from '../../avatars/index.ts';

type BrainAddress = Pick<AvatarWithSecrets['avatar'], 'brain' | 'endpointUrl' | 'modelUrl' | 'modelName'> &
  Pick<AvatarWithSecrets, 'endpointKey' | 'modelKey'>;

/** The brain that a session asks, with its address and key. It stays the same until LOGOUT, even if settings change. */
export type SessionBrain = BrainAddress &
  Pick<AvatarWithSecrets, 'isCanary'> &
  /** Only of an avatar with two brains, which may be swapped. Otherwise the session follows the avatar's settings. */
  Partial<Pick<AvatarWithSecrets['avatar'], 'modelPrompt'>>;

function addressOf({ avatar, endpointKey, modelKey }: AvatarWithSecrets): BrainAddress {
  const { brain, endpointUrl, modelUrl, modelName } = avatar;
  return { brain, endpointUrl, endpointKey, modelUrl, modelKey, modelName };
}

export function brainOf(found: AvatarWithSecrets): SessionBrain {
  const { isCanary, avatar } = found;
  const address = addressOf(found);
  if (isCanary) return { ...address, isCanary, modelPrompt: avatar.modelPrompt };
  return hasSecondBrain(found) ? { ...address, modelPrompt: avatar.modelPrompt } : address;
}

/** The avatar with the session's brain. The same object if the avatar still has that brain. */
export function withBrain(found: AvatarWithSecrets, sealed: SessionBrain): AvatarWithSecrets {
  const { isCanary, modelPrompt = promptOf(found, sealed), endpointKey, modelKey, ...settings } = sealed;
  const isSame = !isCanary && modelPrompt === found.avatar.modelPrompt && hasAddress(found, sealed);
  if (isSame) return found;
  return {
    ...found,
    endpointKey,
    modelKey,
    ...(isCanary ? { isCanary } : {}),
    avatar: { ...found.avatar, ...settings, modelPrompt },
  };
}

/** A session may have begun before its avatar had a second brain. If the brains were swapped since, its own is the second. */
function promptOf(found: AvatarWithSecrets, sealed: SessionBrain): string {
  if (hasAddress(found, sealed)) return found.avatar.modelPrompt;
  const second = asCanary(found);
  return (hasAddress(second, sealed) ? second : found).avatar.modelPrompt;
}

function hasAddress(found: AvatarWithSecrets, sealed: SessionBrain): boolean {
  const address = addressOf(found);
  const fields = Object.keys(address) as (keyof BrainAddress)[];
  return fields.every((field) => address[field] === sealed[field]);
}
