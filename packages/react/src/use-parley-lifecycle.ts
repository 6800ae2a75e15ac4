import { useEffect, useRef } from 'react';
import type { AvatarIdentity, AvatarSettings } from './avatar-settings.ts';
import { buildParley } from './build-parley.ts';
import type { ParleyContextValue } from './parley-context.ts';

/**
 * Creates the SDK object when the component mounts and disposes of it when it unmounts. Creation is deferred, because
 * StrictMode unmounts and remounts a component at once, which would start two calls.
 */
export function useParleyLifecycle({ store, stage }: ParleyContextValue, settings: AvatarSettings): void {
  const latest = useRef(settings);
  useEffect(() => {
    latest.current = settings;
  });
  const identity = identityKey(settings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the avatar's identity
  useEffect(() => {
    let end = () => {};
    const begin = setTimeout(() => {
      const { autoConnect = true, prefetchAvatar = false } = latest.current;
      const parley = buildParley(latest.current, () => stage.current);
      end = () => void parley.dispose();
      store.set(parley);
      if (prefetchAvatar) void parley.preloadAvatar();
      // If the call is refused, the event `auth-fail` reports it.
      if (autoConnect) parley.connect().catch(() => {});
    });
    return () => {
      clearTimeout(begin);
      store.set(null);
      end();
    };
  }, [store, stage, identity]);
}

function identityKey(settings: AvatarSettings): string {
  const { avatarId, token, url, username, userId, customString, accessToken } = settings;
  const { avatarParams, envParams, backgroundColor, enableAvatar, retry } = settings;
  const identity: AvatarIdentity = { avatarId, token, url, username, userId, customString, accessToken };
  return JSON.stringify({ ...identity, avatarParams, envParams, backgroundColor, enableAvatar, retry });
}
