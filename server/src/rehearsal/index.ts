export {
  type CallbackListener,
  type ListenerOptions,
  listenForCallbacks,
} from './player/callback-listener.ts';
export { type Evidence, evidenceOf } from './player/evidence.ts';
export { messageText, shownUrl } from './player/message-text.ts';
