/** The versions of the wire protocol that this code knows, oldest first. */
export const wireVersions = [1] as const;

/** The largest message fits. A larger frame closes the socket. */
export const maxFrameBytes = 160 * 1024;
export const maxUserMessageBytes = 32 * 1024;
export const maxSpokenMessageBytes = 64 * 1024;
/** What a session may store of all that was said in it. Each message counts with its bytes of UTF-8 and 100 more. */
export const maxSessionWordsBytes = 2 * 1024 * 1024;

/** How many context texts a language model gets besides the conversation. */
export const maxContexts = 20;

/** Why the server closed a socket, in the close frame. */
export const closeCodes = {
  /** The session has ended and cannot be resumed. */
  ended: 4000,
  /** The first frame was no hello, or its ticket or resume secret was not valid. */
  refused: 4001,
  /** A newer socket of the same session took over. */
  replaced: 4002,
  /** The service restarts. The session can be resumed. */
  restart: 4003,
  tooLarge: 1009,
  /** An error of the service's own. The session can be resumed. */
  failed: 1011,
  /** The client connects too often, or its session cannot be reached right now. It can be resumed. */
  tryLater: 1013,
  unsupported: 4004,
  /** The client was silent for too long. The session can be resumed. */
  silent: 4005,
} as const;
