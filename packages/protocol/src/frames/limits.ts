/** The versions of the wire that this code speaks, oldest first. */
export const wireVersions = [1] as const;

/** A frame may hold a message of the largest size plus its wrapping; anything larger closes the socket. */
export const maxFrameBytes = 160 * 1024;
export const maxUserMessageBytes = 32 * 1024;
export const maxSpokenMessageBytes = 64 * 1024;

/** What a language model is told beside the conversation: the latest of it. */
export const maxContexts = 20;

export const pingEveryMs = 10_000;
export const silenceLimitMs = 30_000;
/** A client that has been silent for so long is asked by the socket's own ping, which a browser answers even where it slows a page's timers down. */
export const probeAfterMs = 15_000;
export const graceMs = 20_000;
export const ticketLifetimeMs = 30_000;

/** Why the server closed a socket, in the close frame. */
export const closeCodes = {
  /** The session has ended; there is nothing to come back to. */
  ended: 4000,
  /** The first frame was no hello, or its ticket or resume secret did not hold. */
  refused: 4001,
  /** A newer socket of the same session took over. */
  replaced: 4002,
  /** Come back with the resume secret; the service is restarting. */
  restart: 4003,
  tooLarge: 1009,
  unsupported: 4004,
  /** Nothing was heard for too long; the session can still be resumed. */
  silent: 4005,
} as const;
