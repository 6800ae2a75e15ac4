export type { ErrorInfo } from '../events.ts';
export { LiveError as ParleyError } from '../live-error.ts';
export type { TagEvent } from '../tag-event.ts';
export { Builder, ParleyBuilder } from './builder.ts';
export type { TranscriptFormat } from './calls/latest-call.ts';
export type { TokenProblem } from './calls/token-requests.ts';
export type {
  Caption,
  NetworkQuality,
  ParleyEvents,
  SharedEventName,
  SharedEvents,
} from './events.ts';
export type { Face, FaceKind, FaceModule, LoadedFace } from './face/face-interface.ts';
export {
  type FrameEvents,
  type FrameMethod,
  type FrameMethods,
  type FromFrame,
  frameMethods,
  isFrameEvent,
  type ToFrame,
} from './frame/frame-protocol.ts';
export { type Framed, FramedParley, frame } from './frame/framed-parley.ts';
export type { TurnState } from './hearing/held-turn.ts';
export { type HeldTurns, type HoldOptions, holdToTalk } from './hold-to-talk.ts';
export { Parley } from './parley.ts';
export type { AvatarParams, EnvParams, ParleySettings } from './settings.ts';
export { AvatarStatus, CallEndReason, ConnectionStatus, MessageType } from './status-values.ts';
export type { VisitorInput } from './visitor-settings.ts';
