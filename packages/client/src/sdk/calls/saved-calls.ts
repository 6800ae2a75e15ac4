import type { SessionSecret } from '../../options.ts';
import type { CallDetails } from './call-details.ts';

export type SavedCall = { readonly secret: SessionSecret; readonly details: CallDetails };

const key = (url: string, avatarId: string): string => `parley:call:${new URL(url).host}:${avatarId}`;

/** What a reloaded page needs to continue its call. It is kept as long as the tab exists. */
export const savedCalls = {
  read(url: string, avatarId: string): SavedCall | null {
    try {
      const text = sessionStorage.getItem(key(url, avatarId));
      return text === null ? null : (JSON.parse(text) as SavedCall);
    } catch {
      return null;
    }
  },
  write(url: string, avatarId: string, call: SavedCall | null): void {
    try {
      if (call === null) sessionStorage.removeItem(key(url, avatarId));
      else sessionStorage.setItem(key(url, avatarId), JSON.stringify(call));
    } catch {
      // Framed pages may have no access to storage. Their calls are not saved.
    }
  },
};
