import type { AvatarStatus, EventDetails, ServerFrame, WebhookEventName } from '@parley/protocol';
import type { ErrorInfo } from '../events.ts';
import type { TagEvent } from '../tag-event.ts';
import type { TokenProblem } from './calls/token-requests.ts';
import type { FaceKind } from './face/face-interface.ts';
import type { TurnState } from './hearing/held-turn.ts';
import type { CallEndReason } from './status-values.ts';

export type Caption = {
  readonly text: string;
  readonly reached: number;
  /** The language of the text, such as `de`, if it is known. */
  readonly language?: string;
};

/** Events that webhooks also receive, with the same names and details. */
export type SharedEventName = Exclude<WebhookEventName, 'session:conversation' | 'session:ended'>;

/** Before there is a session, its ID and its user are not known. */
type OptionalSessionFields = 'session_id' | 'user_id' | 'user_name';
export type SharedEvents = {
  [N in SharedEventName]: Omit<EventDetails[N], OptionalSessionFields> &
    Partial<Pick<EventDetails[N], OptionalSessionFields & keyof EventDetails[N]>>;
};

export type NetworkQuality = 'good' | 'fair' | 'poor' | 'lost';

/** The events of the SDK object: names that integrators know, those of the webhook events, and our own. */
export type ParleyEvents = SharedEvents & {
  'auth-success': { readonly sessionId: string; readonly avatar: Readonly<Record<string, unknown>> };
  'auth-fail': { readonly errorTitle: string; readonly message: string };
  /** The next call needs another token. `setVisitor({ token })` gives it. */
  'token-needed': { readonly reason: TokenProblem };
  'mic-update': boolean;
  'mic-access': { readonly permissionGranted: boolean; readonly needMicAccess: boolean };
  'speaker-update': boolean;
  'websocket-connect': { readonly sessionId: string };
  /** A frame from the service, unchanged. */
  'websocket-message': ServerFrame;
  'websocket-error': ErrorInfo;
  'websocket-close': { readonly reason: string; readonly willReconnect: boolean };
  'load-progress': { readonly percent: number };
  'media-connected': undefined;
  'media-disconnected': undefined;
  'avatar-status-update': AvatarStatus;
  /** The user has started or stopped speaking. */
  'user-speech': { readonly active: boolean };
  'user-transcript': { readonly text: string; readonly final: boolean };
  /** The conversation goes on in this language, such as `de`. The call's first one is in `avatar.language`. */
  language: { readonly language: string };
  /** Push to talk. */
  'turn-update': TurnState;
  /** The level of the microphone, 0 to 1. */
  'mic-level': { readonly level: number };
  /** Loading progress of the speech recognition, 0 to 1. */
  'ears-progress': { readonly percent: number };
  /** The avatar has started or stopped speaking. */
  'avatar-speech': { readonly active: boolean };
  /** One sentence: the words heard so far, and finally all words that were heard. `sentence` is the whole sentence. */
  'avatar-transcript': {
    readonly text: string;
    readonly final: boolean;
    readonly sentence: string;
    readonly utterance: number;
    readonly index: number;
  };
  caption: Caption | null;
  /** The avatar was interrupted: the words that were heard, and who interrupted. */
  interrupted: { readonly heard: string; readonly by: 'user' | 'service' | 'drop' };
  tag: TagEvent;
  /** Microphones or loudspeakers were connected or disconnected. */
  'device-changed': {
    readonly microphones: readonly MediaDeviceInfo[];
    readonly speakers: readonly MediaDeviceInfo[];
  };
  'network-quality': { readonly quality: NetworkQuality; readonly roundTripMs: number | null };
  /** What the visitor sees: the 3D face, the still face, or none (voice only). */
  'face-update': FaceKind;
  /** A person answers in place of the avatar, or no longer does. Also raised when the connection is lost. */
  'person-update': { readonly answering: boolean };
  warning: ErrorInfo;
  error: ErrorInfo;
  end: { readonly reason: string; readonly message: string; readonly callEnd: CallEndReason };
};
