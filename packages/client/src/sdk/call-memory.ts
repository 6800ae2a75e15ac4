import type { SessionSecret } from '../options.ts';
import type { CallFacts } from './who.ts';

export type KeptCall = { readonly secret: SessionSecret; readonly facts: CallFacts };

const key = (url: string, avatarId: string): string => `parley:call:${new URL(url).host}:${avatarId}`;

/** What a page that is loaded again needs to continue its call; it lasts as long as the tab. */
export const callMemory = {
  read(url: string, avatarId: string): KeptCall | null {
    try {
      const text = sessionStorage.getItem(key(url, avatarId));
      return text === null ? null : (JSON.parse(text) as KeptCall);
    } catch {
      return null;
    }
  },
  write(url: string, avatarId: string, call: KeptCall | null): void {
    try {
      if (call === null) sessionStorage.removeItem(key(url, avatarId));
      else sessionStorage.setItem(key(url, avatarId), JSON.stringify(call));
    } catch {
      // Storage may be closed to framed pages: their calls are not kept.
    }
  },
};
