import { randomBytes } from 'node:crypto';
import { randomBase32, randomText } from './random-text.ts';

export const newAccountId = (): string => `acc_${randomBase32(16)}`;
export const newPersonId = (): string => `usr_${randomBase32(16)}`;
export const newMemberId = (): string => `mem_${randomBase32(16)}`;
export const newKeyId = (): string => `key_${randomBase32(16)}`;
export const newManagementKeyId = (): string => `mgk_${randomBase32(16)}`;
export const newWebhookId = (): string => `whk_${randomBase32(16)}`;
export const newPartnerId = (): string => `cli_${randomBase32(24)}`;
export const newGrantId = (): string => `gra_${randomBase32(16)}`;
export const newSessionId = (): string => `ses_${randomBase32(24)}`;
export const newReplayId = (): string => `rep_${randomBase32(16)}`;
export const newProcessId = (): string => `prc_${randomBase32(16)}`;

/** Avatar ids are positive integers, sent as decimal strings. Anything else names no avatar. */
export function parseAvatarId(text: string): number | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `evt_` and a ULID: the time in ten characters, then random ones. Such ids sort by their time. */
export function newEventId(nowMs: number): string {
  let time = '';
  for (let rest = nowMs, i = 0; i < 10; i++) {
    time = crockford[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  return `evt_${time}${randomText(crockford, 16)}`;
}

const firstUserId = 10 ** 12;

export const newUserId = (): number =>
  firstUserId + Math.floor(((randomBytes(6).readUIntBE(0, 6) + 1) / 2 ** 48) * (2 ** 53 - firstUserId - 1));
