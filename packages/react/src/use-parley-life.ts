import { useEffect, useRef } from 'react';
import type { AvatarIdentity, AvatarSettings } from './avatar-settings.ts';
import { buildParley } from './build-parley.ts';
import type { ParleyPlace } from './parley-context.ts';

/**
 * Makes the SDK object when the component is there and ends it when it goes. The object is made a moment later:
 * StrictMode takes a component away and puts it back at once, and two calls would come of that.
 */
export function useParleyLife({ slot, stage }: ParleyPlace, settings: AvatarSettings): void {
  const latest = useRef(settings);
  useEffect(() => {
    latest.current = settings;
  });
  const identity = identityKey(settings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for all that makes the avatar
  useEffect(() => {
    let end = () => {};
    const begin = setTimeout(() => {
      const { autoConnect = true, prefetchAvatar = false } = latest.current;
      const parley = buildParley(latest.current, () => stage.current);
      end = () => void parley.dispose();
      slot.put(parley);
      if (prefetchAvatar || autoConnect) void parley.preloadAvatar();
      // A refusal is told by `auth-fail`.
      if (autoConnect) parley.connect().catch(() => {});
    });
    return () => {
      clearTimeout(begin);
      slot.put(null);
      end();
    };
  }, [slot, stage, identity]);
}

function identityKey(settings: AvatarSettings): string {
  const { avatarId, token, url, username, userId, customString } = settings;
  const { avatarParams, envParams, backgroundColor, enableAvatar, retry } = settings;
  const identity: AvatarIdentity = { avatarId, token, url, username, userId, customString };
  return JSON.stringify({ ...identity, avatarParams, envParams, backgroundColor, enableAvatar, retry });
}
