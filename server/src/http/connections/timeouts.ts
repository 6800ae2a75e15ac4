/** How long a connection may take for each of its phases. */
export type ConnectionTimeouts = {
  /** For the head of a request, from its first byte. For the first request, from the start of the connection. */
  readonly headMs: number;
  /** A client has this long for its first head before another client can replace it. */
  readonly firstHeadMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** For a body that we wait for, and for an answer that the client does not read. Each transferred byte adds to it. */
  readonly transferMs: number;
  /** Each transferred byte adds the time that it takes at this rate. */
  readonly slowestBytesPerSecond: number;
  /** For the rest of a request whose answer has been sent, and for a connection that we have closed on our side. */
  readonly closingMs: number;
  /** How often this is checked. */
  readonly checkMs: number;
};

export const connectionTimeouts: ConnectionTimeouts = {
  headMs: 20_000,
  firstHeadMs: 1_000,
  // Longer than the 60 s after which common load balancers drop idle connections: they must close first.
  idleMs: 72_000,
  transferMs: 30_000,
  slowestBytesPerSecond: 4_096,
  closingMs: 5_000,
  checkMs: 1_000,
};
