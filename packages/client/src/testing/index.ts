export { type Conversation, conversation, nextEvent, nextState } from './conversation.ts';
export { DoubleSocket } from './double-socket.ts';
export { type ManualTimers, manualTimers } from './manual-timers.ts';
export { type AuthenticateAnswer, type AuthenticateRequest, WireDouble } from './wire-double.ts';
