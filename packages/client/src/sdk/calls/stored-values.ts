import type { SessionSecret } from '../../options.ts';
import type { CallDetails } from './call-details.ts';

/** The secret by which the service recognises a browser. Without storage the visitor is new each time. */
export const visitorSecrets = {
  read: (url: string): string | undefined =>
    ifAllowed(() => localStorage.getItem(visitorKey(url))) ?? undefined,
  write(url: string, secret: string): void {
    ifAllowed(() => localStorage.setItem(visitorKey(url), secret));
  },
};

export type SavedCall = { readonly secret: SessionSecret; readonly details: CallDetails };

/** What a reloaded page needs to continue its call. It is kept as long as the tab exists. */
export const savedCalls = {
  read: (url: string, avatarId: string): SavedCall | null =>
    ifAllowed(() => JSON.parse(sessionStorage.getItem(callKey(url, avatarId)) ?? 'null') as SavedCall | null),
  write(url: string, avatarId: string, call: SavedCall): void {
    ifAllowed(() => sessionStorage.setItem(callKey(url, avatarId), JSON.stringify(call)));
  },
  remove(url: string, avatarId: string): void {
    ifAllowed(() => sessionStorage.removeItem(callKey(url, avatarId)));
  },
};

const visitorKey = (url: string): string => `parley:visitor:${new URL(url).host}`;
const callKey = (url: string, avatarId: string): string => `parley:call:${new URL(url).host}:${avatarId}`;

/** Null if the page has no access to storage, for example in a frame. */
function ifAllowed<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
