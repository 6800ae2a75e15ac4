import { randomBase32 } from './random-text.ts';

export const newAccountId = (): string => `acc_${randomBase32(16)}`;
export const newPersonId = (): string => `usr_${randomBase32(16)}`;
export const newMemberId = (): string => `mem_${randomBase32(16)}`;
export const newKeyId = (): string => `key_${randomBase32(16)}`;
export const newSessionId = (): string => `ses_${randomBase32(24)}`;

/** Avatar ids are positive integers that travel as decimal strings; anything else names no avatar. */
export function parseAvatarId(text: string): number | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}
