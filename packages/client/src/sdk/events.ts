import type { AvatarStatus } from '@parley/protocol';
import type { TagEvent } from '../tag-event.ts';

export type Caption = { readonly text: string; readonly reached: number };

/** The events of the SDK object: names that integrators know, and the names of the webhook events. */
export type ParleyEvents = {
  'auth-success': { readonly sessionId: string; readonly avatar: Readonly<Record<string, unknown>> };
  'auth-fail': { readonly errorTitle: string; readonly message: string };
  'mic-update': boolean;
  'mic-access': { readonly permissionGranted: boolean; readonly needMicAccess: boolean };
  'speaker-update': boolean;
  'websocket-connect': { readonly sessionId: string };
  'websocket-error': { readonly code: string; readonly message: string };
  'websocket-close': { readonly reason: string; readonly willReconnect: boolean };
  'load-progress': { readonly percent: number };
  'media-connected': undefined;
  'media-disconnected': undefined;
  'avatar-status-update': AvatarStatus;
  /** With the same details as the webhook event of the same name. */
  'connection:state-changed': Readonly<Record<string, unknown>>;
  'agent:error': Readonly<Record<string, unknown>>;
  'platform:state-changed': Readonly<Record<string, unknown>>;
  'user-speech': { readonly active: boolean };
  'user-transcript': { readonly text: string; readonly final: boolean };
  'avatar-speech': { readonly active: boolean };
  'avatar-transcript': { readonly text: string };
  caption: Caption | null;
  interrupted: { readonly heard: string };
  tag: TagEvent;
  /** Which of 3D face, still face and voice the visitor sees. */
  'face-update': 'face' | 'still' | 'none';
  warning: { readonly code: string; readonly message: string };
  error: { readonly code: string; readonly message: string };
  end: { readonly reason: string; readonly message: string };
};
