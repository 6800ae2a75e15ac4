/** What the avatar is doing. */
export const AvatarStatus = {
  IDLE: 'IDLE',
  LOADED: 'LOADED',
  UNLOADED: 'UNLOADED',
  LISTENING: 'LISTENING',
  THINKING: 'THINKING',
  TALKING: 'TALKING',
} as const;
export type AvatarStatus = (typeof AvatarStatus)[keyof typeof AvatarStatus];

export const ConnectionStatus = {
  DISCONNECTED: 'disconnected',
  CONNECTING: 'connecting',
  CONNECTED: 'connected',
  TERMINATED: 'terminated',
} as const;
export type ConnectionStatus = (typeof ConnectionStatus)[keyof typeof ConnectionStatus];

/** The `type` values of `websocket-message`. */
export const MessageType = {
  STATUS: 'status',
  SENTENCE: 'sentence',
  SPEECH: 'speech',
  UTTERANCE_END: 'utterance-end',
  STOP: 'stop',
  TAG: 'tag',
  EVENT: 'event',
  ERROR: 'error',
} as const;
export type MessageType = (typeof MessageType)[keyof typeof MessageType];

/** Why a call has ended, as in the `end` event. */
export const CallEndReason = {
  HANGED_UP: 'hanged-up',
  DISCONNECTED: 'disconnected',
  FAILED: 'failed',
  UNAUTHORISED: 'unauthorised',
} as const;
export type CallEndReason = (typeof CallEndReason)[keyof typeof CallEndReason];

const callEnds: Readonly<Record<string, CallEndReason>> = {
  hangup: 'hanged-up',
  detached: 'hanged-up',
  auth_failed: 'unauthorised',
  refused: 'unauthorised',
  timeout: 'disconnected',
  lost: 'disconnected',
  max_duration_reached: 'disconnected',
  ended: 'disconnected',
  replaced: 'disconnected',
};

export const callEndReason = (reason: string): CallEndReason => callEnds[reason] ?? 'failed';
