import type { ParleyEvents } from '../events.ts';
import type { Parley } from '../parley.ts';

/** The methods that an embedding page may call. All others are ignored. */
export const frameMethods = [
  'setVisitor',
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
  'setLanguage',
  'stopAvatarSpeech',
  'downloadTranscript',
  'sendUserTyping',
  'requestPerson',
  'isPersonAnswering',
  'prepareTurns',
  'startTurn',
  'endTurn',
  'cancelTurn',
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

/** Listening to a name that no event has does no harm, so there is no list of names here. */
export const isFrameEvent = (name: string): name is keyof FrameEvents => name !== 'device-changed';

/** Messages from the embedding page to the avatar's page. */
export type ToFrame = { readonly source: 'parley-parent' } & (
  | { readonly type: 'hello' }
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly type: 'listen' | 'unlisten'; readonly event: string }
);

/** Messages back, only to the origin of the embedding page. */
export type FromFrame = { readonly source: 'parley' } & (
  | { readonly type: 'ready'; readonly version: 1 }
  | { readonly type: 'answer'; readonly id: number; readonly result: unknown }
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly error: { readonly code: string; readonly message: string };
    }
  | { readonly type: 'event'; readonly event: string; readonly details: unknown }
  /** Only to the widget. */
  | { readonly type: 'header'; readonly name: string; readonly status: string; readonly state: string }
);
