/** How long a connection may take for each of its phases. */
export type ConnectionTimeouts = {
  /** For the head of a request, from its first byte; for the first one, from the connection. */
  readonly headMs: number;
  /** A client gets this long for its first head before its place can be given to another. */
  readonly firstHeadMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** For a body that we wait for, and for an answer that the client does not read. Each byte that moves adds to it. */
  readonly transferMs: number;
  /** A byte that moves adds time as at this rate. */
  readonly slowestBytesPerSecond: number;
  /** For the rest of a request whose answer has been sent, and for a connection that we have closed on our side. */
  readonly closingMs: number;
  /** How often this is checked. */
  readonly checkMs: number;
};

export const connectionTimeouts: ConnectionTimeouts = {
  headMs: 20_000,
  firstHeadMs: 1_000,
  // Longer than the 60 s after which common load balancers drop their idle connections: they must be first.
  idleMs: 72_000,
  transferMs: 30_000,
  slowestBytesPerSecond: 4_096,
  closingMs: 5_000,
  checkMs: 1_000,
};
