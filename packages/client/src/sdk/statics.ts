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

export function callEndReason(reason: string): CallEndReason {
  switch (reason) {
    case 'hangup':
    case 'detached':
      return 'hanged-up';
    case 'auth_failed':
    case 'refused':
      return 'unauthorised';
    case 'timeout':
    case 'lost':
    case 'max_duration_reached':
    case 'ended':
    case 'replaced':
      return 'disconnected';
    default:
      return 'failed';
  }
}
