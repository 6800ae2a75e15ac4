import { Builder, type Parley } from '@parley/client/sdk';
import type { AvatarIdentity } from './avatar-settings.ts';

export function buildParley(identity: AvatarIdentity, element: () => HTMLElement | null): Parley {
  const { avatarId, token, url, username, userId, customString, envParams } = identity;
  const { avatarParams = {}, backgroundColor, enableAvatar = true, retry = true } = identity;
  const builder = Builder()
    .setAvatarId(avatarId)
    .setElement(element)
    .setAvatarParams({ ...(backgroundColor === undefined ? {} : { backgroundColor }), ...avatarParams })
    .enableAvatar(enableAvatar)
    .setRetry(retry);
  if (envParams !== undefined) builder.setEnvParams(envParams);
  if (url !== undefined) builder.setUrl(url);
  if (token !== undefined) builder.setToken(token);
  if (username !== undefined) builder.setUserName(username);
  if (userId !== undefined) builder.setUserId(userId);
  if (customString !== undefined) builder.setCustomString(customString);
  return builder.build();
}
