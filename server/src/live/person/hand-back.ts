/** A person of whom nothing came for this long has lost the connection. */
const presenceMs = 20_000;

export type HandBackReason = 'released' | 'silence' | 'lost';

/** When the person was last known to be there, and when they last said or wrote something. */
type LastSigns = { readonly seenAt: number; readonly actedAt: number };

/** Why the session is to be given back to its brain now; null if it is not. How long silence may last is a setting of the account. */
export function reasonToHandBack(
  now: number,
  { seenAt, actedAt }: LastSigns,
  handBackMs: number,
): HandBackReason | null {
  if (now - seenAt >= presenceMs) return 'lost';
  return now - actedAt >= handBackMs ? 'silence' : null;
}
