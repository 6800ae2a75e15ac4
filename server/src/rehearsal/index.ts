export {
  type CallbackListener,
  type ListenerOptions,
  listenForCallbacks,
} from './player/callback-listener.ts';
export { type Evidence, evidenceOf } from './player/evidence.ts';
export { messageText, shownUrl } from './player/message-text.ts';
export { outboundAnywhere } from './player/outbound-anywhere.ts';
export {
  type EndpointTarget,
  isOrdinary,
  PlayedSession,
  type PlayedStep,
  type SessionChanges,
} from './player/played-session.ts';
export { junitXml } from './report/junit.ts';
