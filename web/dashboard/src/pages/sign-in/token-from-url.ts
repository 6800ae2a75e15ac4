import { useState } from 'react';

/** The part after #, which never appears in server logs or referrers. It is removed from the address bar at once. */
export function useTokenFromUrl(): string {
  const [token] = useState(() => {
    const found = window.location.hash.slice(1);
    if (found !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
    return found;
  });
  return token;
}
