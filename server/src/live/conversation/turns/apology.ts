import type { Avatar } from '../../../avatars/index.ts';

const defaultApology = 'Sorry, I could not get an answer just now. Please try again.';

/** What the avatar says when the brain did not answer. */
export function apologyOf(
  avatar: Pick<Avatar, 'apology' | 'fallbackReply'> | null,
  isCircuitOpen: boolean,
): string {
  if (isCircuitOpen && avatar?.fallbackReply) return avatar.fallbackReply;
  return avatar?.apology || defaultApology;
}
