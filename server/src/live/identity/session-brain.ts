import type { AvatarWithSecrets } from '../../avatars/index.ts';

type BrainAddress = Pick<AvatarWithSecrets['avatar'], 'brain' | 'endpointUrl' | 'modelUrl' | 'modelName'> &
  Pick<AvatarWithSecrets, 'endpointKey' | 'modelKey'>;

/** The brain that a session asks, with its address and key. It stays the same until LOGOUT, even if settings change. */
export type SessionBrain = BrainAddress &
  Pick<AvatarWithSecrets, 'isCanary'> &
  /**
   * Only of a model. The first brain follows the avatar's instructions until the brains are swapped: from then on they
   * are another brain's. Sessions that began before rows stored `brainSwaps` have none.
   */
  Partial<Pick<AvatarWithSecrets['avatar'], 'modelPrompt' | 'brainSwaps'>>;

function addressOf({ avatar, endpointKey, modelKey }: AvatarWithSecrets): BrainAddress {
  const { brain, endpointUrl, modelUrl, modelName } = avatar;
  return { brain, endpointUrl, endpointKey, modelUrl, modelKey, modelName };
}

export function brainOf(found: AvatarWithSecrets): SessionBrain {
  const { isCanary, avatar } = found;
  const { brain, modelPrompt, brainSwaps } = avatar;
  return {
    ...addressOf(found),
    brainSwaps,
    ...(brain === 'model' ? { modelPrompt } : {}),
    ...(isCanary ? { isCanary } : {}),
  };
}

/** The avatar with the session's brain. The same object if the avatar still has that brain. */
export function withBrain(found: AvatarWithSecrets, sealed: SessionBrain): AvatarWithSecrets {
  const { isCanary, modelPrompt: _, brainSwaps: __, endpointKey, modelKey, ...settings } = sealed;
  const modelPrompt = promptOf(found, sealed);
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

function promptOf(
  { avatar }: AvatarWithSecrets,
  { isCanary, modelPrompt, brainSwaps = 0 }: SessionBrain,
): string {
  const isFirst = !isCanary && brainSwaps === avatar.brainSwaps;
  return isFirst ? avatar.modelPrompt : (modelPrompt ?? avatar.modelPrompt);
}

/** Instructions may be long. Sessions in which they are the avatar's share its text in memory. */
export function withSharedPrompt(sealed: SessionBrain, { avatar }: AvatarWithSecrets): SessionBrain {
  return sealed.modelPrompt === avatar.modelPrompt ? { ...sealed, modelPrompt: avatar.modelPrompt } : sealed;
}

function hasAddress(found: AvatarWithSecrets, sealed: SessionBrain): boolean {
  const address = addressOf(found);
  const fields = Object.keys(address) as (keyof BrainAddress)[];
  return fields.every((field) => address[field] === sealed[field]);
}
