import type { TokenProblem } from '@parley/client/sdk';
import { useEffect, useRef } from 'react';
import type { AvatarSettings } from '../avatar-settings.ts';
import type { ParleyStore } from '../parley-store.ts';
import { useStoredParley } from './use-parley.ts';

/** Gives the avatar a new token when it asks for one. */
export function useTokenNeeded(store: ParleyStore, give: AvatarSettings['onTokenNeeded']): void {
  const parley = useStoredParley(store);
  const latest = useRef(give);
  useEffect(() => {
    latest.current = give;
  });
  const givesTokens = give !== undefined;
  useEffect(() => {
    if (parley === null || !givesTokens) return;
    const newToken = async (reason: TokenProblem) => await latest.current?.(reason);
    return parley.on('token-needed', ({ reason }) => {
      // Without a token the call is refused, and the event `auth-fail` reports it.
      void newToken(reason)
        .catch(() => null)
        .then((token) => parley.setVisitor({ token }));
    });
  }, [parley, givesTokens]);
}
