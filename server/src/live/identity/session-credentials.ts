/** The hashes of what attaches a socket to a session. */
export type SessionCredentials = {
  /** Null after the ticket was used. */
  readonly ticketHash: string | null;
  readonly resumeHash: string;
  /**
   * The credential of the current socket. It stays valid until the client has shown that it received the next resume
   * secret, because the welcome that carries it may get lost.
   */
  readonly oldResumeHash: string | null;
};

/** How a ticket or a resume secret attaches a socket; null if it does not. */
export function checkCredentials(
  credentials: SessionCredentials,
  ticketHash: string | null,
  resumeHash: string | null,
): 'fresh' | 'resumed' | null {
  if (credentials.ticketHash !== null) return ticketHash === credentials.ticketHash ? 'fresh' : null;
  const isKnown = resumeHash === credentials.resumeHash || resumeHash === credentials.oldResumeHash;
  return resumeHash !== null && isKnown ? 'resumed' : null;
}

/** A socket was attached: the ticket is used, and the client holds the secret it came with or the next one. */
export function credentialsAfterJoin(
  credentials: SessionCredentials,
  usedHash: string | null,
  nextHash: string,
): SessionCredentials {
  return { ticketHash: null, resumeHash: nextHash, oldResumeHash: usedHash ?? credentials.resumeHash };
}

/** A frame came after the welcome, so the client has the next resume secret and the one before is no longer valid. */
export function credentialsAfterFrame(credentials: SessionCredentials): SessionCredentials {
  return credentials.oldResumeHash === null ? credentials : { ...credentials, oldResumeHash: null };
}
