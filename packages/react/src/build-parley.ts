import { Builder, type Parley } from '@parley/client/sdk';
import type { AvatarIdentity } from './avatar-settings.ts';

export function buildParley(identity: AvatarIdentity, element: () => HTMLElement | null): Parley {
  const { avatarId, token, url, username, userId, customString, accessToken, envParams } = identity;
  const { avatarParams = {}, backgroundColor, enableAvatar = true, retry = true } = identity;
  const builder = Builder()
    .setAvatarId(avatarId)
    .setElement(element)
    .setAvatarParams({ ...(backgroundColor === undefined ? {} : { backgroundColor }), ...avatarParams })
    .enableAvatar(enableAvatar)
    .setRetry(retry)
    .setVisitor({ token, userName: username, userId, customString, accessToken });
  if (envParams !== undefined) builder.setEnvParams(envParams);
  if (url !== undefined) builder.setUrl(url);
  return builder.build();
}
