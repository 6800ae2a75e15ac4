import { avatarLanguages } from '@parley/protocol/avatar-settings';
import type { Avatar } from '../../../avatars/index.ts';

/** What the avatar says when the brain did not answer. */
export function apologyOf(
  avatar: Pick<Avatar, 'apology' | 'fallbackReply'> | null,
  isCircuitOpen: boolean,
): string {
  if (isCircuitOpen && avatar?.fallbackReply) return avatar.fallbackReply;
  return avatar?.apology || avatarLanguages.en.apology;
}
