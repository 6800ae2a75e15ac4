import type { ParleyEvents } from '../events.ts';
import type { Parley } from '../parley.ts';

/** The methods that an embedding page may call. All others are ignored. */
export const frameMethods = [
  'preloadAvatar',
  'connect',
  'disconnect',
  'reconnect',
  'keepAlive',
  'getConnectionStatus',
  'isConnected',
  'isMediaConnected',
  'getSessionId',
  'sendMessage',
  'sendMessageToAvatar',
  'registerTag',
  'addContext',
  'clearContext',
  'interrupt',
  'stopAvatarSpeech',
  'downloadTranscript',
  'sendUserTyping',
  'setMicEnabled',
  'toggleMic',
  'isMicEnabled',
  'setLocalMicrophoneDevice',
  'setSpeechRecogLang',
  'setSpeakerEnabled',
  'toggleSpeaker',
  'isSpeakerEnabled',
  'getPermissionStatus',
  'isPermissionGranted',
] as const;
export type FrameMethod = (typeof frameMethods)[number];

type Own = Pick<Parley, Exclude<FrameMethod, 'getSessionId'>> & { getSessionId(): string | null };

/** The same methods as on the SDK object. Each one returns a promise. */
export type FrameMethods = {
  [M in FrameMethod]: (...args: Parameters<Own[M]>) => Promise<Awaited<ReturnType<Own[M]>>>;
};

/** Events that can travel between windows. */
export type FrameEvents = Omit<ParleyEvents, 'device-changed'>;

export const isFrameEvent = (name: string): name is keyof FrameEvents =>
  frameEvents.has(name as keyof FrameEvents);

const frameEventTable: Readonly<Record<keyof FrameEvents, true>> = {
  'auth-success': true,
  'auth-fail': true,
  'mic-update': true,
  'mic-access': true,
  'mic-level': true,
  'ears-progress': true,
  'speaker-update': true,
  'websocket-connect': true,
  'websocket-message': true,
  'websocket-error': true,
  'websocket-close': true,
  'load-progress': true,
  'media-connected': true,
  'media-disconnected': true,
  'avatar-status-update': true,
  'user-speech': true,
  'user-transcript': true,
  'avatar-speech': true,
  'avatar-transcript': true,
  caption: true,
  interrupted: true,
  tag: true,
  'network-quality': true,
  'face-update': true,
  warning: true,
  error: true,
  end: true,
  'connection:state-changed': true,
  'agent:error': true,
  'platform:state-changed': true,
  'agent:message': true,
  'avatar:state-changed': true,
  'avatar:load-progress': true,
  'media:mic-state-changed': true,
  'media:speaker-state-changed': true,
  'media:mic-permission-state-changed': true,
  'media:mic-ready': true,
  'network:state-changed': true,
  notification: true,
};
const frameEvents: ReadonlySet<keyof FrameEvents> = new Set(
  Object.keys(frameEventTable) as (keyof FrameEvents)[],
);

/** Messages from the embedding page to the avatar's page. */
export type ToFrame = { readonly source: 'parley-parent' } & (
  | { readonly type: 'hello' }
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly type: 'listen' | 'unlisten'; readonly event: string }
);

/** Messages back, only to the origin that asked. */
export type FromFrame = { readonly source: 'parley' } & (
  | { readonly type: 'ready'; readonly version: 1 }
  | { readonly type: 'answer'; readonly id: number; readonly result: unknown }
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly error: { readonly code: string; readonly message: string };
    }
  | { readonly type: 'event'; readonly event: string; readonly details: unknown }
);
