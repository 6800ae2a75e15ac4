/** The constants of hosted avatar services, which count from zero. */
export const AvatarStatus = {
  IDLE: 0,
  TALKING: 1,
  LISTENING: 2,
  UNLOADED: 3,
  LOADED: 4,
  THINKING: 5,
  LOADING: 6,
} as const;

export const ConnectionStatus = { DISCONNECTED: 0, CONNECTING: 1, CONNECTED: 2, TERMINATED: 3 } as const;

export const connectionCode = (status: string): number | undefined =>
  ConnectionStatus[status.toUpperCase() as keyof typeof ConnectionStatus];

/** Another name of the same constants. */
export const TGStatus = ConnectionStatus;

export const CallEndReason = { HANGED_UP: 0, DISCONNECTED: 1, FAILED: 2, UNAUTHORISED: 3 } as const;

export const MessageType = {
  Auth: 0,
  Connect: 1,
  ChatText: 3,
  WebSocketLimitReached: 5,
  SocketPingPong: 6,
  Close: 7,
  WarningMessage: 8,
  MediaConnected: 19,
  UserTyping: 20,
  ChatHistory: 21,
} as const;

/** Ours is drawn in the page. */
export const DigitalHumanType = { CUSTOM: 0, WEBGL: 2 } as const;
