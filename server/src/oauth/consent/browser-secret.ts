import { timingSafeEqual } from 'node:crypto';
import type { Started } from '../provider/provider.ts';
import { lifetimes } from '../tokens/lifetimes.ts';
import { hashOf } from '../tokens/oauth-items.ts';

const name = 'parley.consent';

/**
 * The cookies that bind a request for consent to the browser that brought it: one for the calls of the consent page,
 * one for the redirect back. Without them, an attacker could send their own request to another person, have them allow
 * it, and then use what that person allowed.
 */
export function browserCookies({ uid, secret }: Started, isHttps: boolean): string[] {
  return cookiesWith(uid, secret, lifetimes.interaction, isHttps);
}

export const endedBrowserCookies = (uid: string, isHttps: boolean): string[] =>
  cookiesWith(uid, '', 0, isHttps);

const cookiesWith = (uid: string, value: string, maxAge: number, isHttps: boolean): string[] =>
  [`/v1/me/consents/${uid}`, `/oauth/authorize/${uid}`].map(
    (path) =>
      `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`,
  );

/** Whether a request's cookies contain the secret. */
export function holdsSecret(cookie: string | undefined, secret: unknown): boolean {
  if (typeof secret !== 'string' || secret === '') return false;
  const wanted = hashOf(secret);
  const given = (cookie ?? '').split(';').map((pair) => pair.trim());
  return given.some(
    (pair) => pair.startsWith(`${name}=`) && timingSafeEqual(hashOf(pair.slice(name.length + 1)), wanted),
  );
}
