/** The hashes of the secrets that attach a socket to a session. */
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

/** Holds the secrets that attach a socket to one session now. */
export class CredentialHolder {
  /** The credentials as the row stores them. */
  current: SessionCredentials;

  constructor(credentials: SessionCredentials) {
    this.current = credentials;
  }

  /** How a ticket or resume secret with these hashes attaches a socket; null if neither is valid. */
  check(ticketHash: string | null, resumeHash: string | null): 'fresh' | 'resumed' | null {
    const { current } = this;
    if (current.ticketHash !== null) return ticketHash === current.ticketHash ? 'fresh' : null;
    const isKnown = resumeHash === current.resumeHash || resumeHash === current.oldResumeHash;
    return resumeHash !== null && isKnown ? 'resumed' : null;
  }

  /** A socket was attached: the ticket is used, and the client holds the secret it came with or the next one. */
  handleJoin(usedHash: string | null, nextHash: string): void {
    const oldResumeHash = usedHash ?? this.current.resumeHash;
    this.current = { ticketHash: null, resumeHash: nextHash, oldResumeHash };
  }

  /** A frame came after the welcome, so the client has the next resume secret. The previous one is no longer valid. */
  handleFrame(): void {
    if (this.current.oldResumeHash !== null) this.current = { ...this.current, oldResumeHash: null };
  }
}
