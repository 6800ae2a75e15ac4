/** What lets a client into a session, as hashes. */
export type Passes = {
  readonly ticketHash: string | null;
  readonly resumeHash: string;
  /** What let the present socket in, until its client has shown that it got the next secret: a welcome may get lost. */
  readonly oldResumeHash: string | null;
};

/** How a ticket or a resume secret opens a session; null where they do not. */
export function admission(
  passes: Passes,
  ticketHash: string | null,
  secretHash: string | null,
): 'fresh' | 'resumed' | null {
  if (passes.ticketHash !== null) return ticketHash === passes.ticketHash ? 'fresh' : null;
  const known = secretHash === passes.resumeHash || secretHash === passes.oldResumeHash;
  return secretHash !== null && known ? 'resumed' : null;
}

/** After a join: the ticket is spent, and the client holds either the secret it came with or the next one. */
export function afterJoin(passes: Passes, usedHash: string | null, nextHash: string): Passes {
  return { ticketHash: null, resumeHash: nextHash, oldResumeHash: usedHash ?? passes.resumeHash };
}

/** A frame after the welcome: the next secret has arrived, the one before is spent. */
export function afterFrame(passes: Passes): Passes {
  return passes.oldResumeHash === null ? passes : { ...passes, oldResumeHash: null };
}
