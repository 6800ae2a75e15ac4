import { useState } from 'react';

/** The part after #, which no server log and no referrer ever sees; taken out of the address bar at once. */
export function useTokenFromUrl(): string {
  const [token] = useState(() => {
    const found = window.location.hash.slice(1);
    if (found !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
    return found;
  });
  return token;
}
