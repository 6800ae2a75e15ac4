export {
  type Brain,
  BrainFailure,
  type BrainNote,
  type Opening,
  type Question,
  type TurnTimes,
  type UserFacts,
} from './conversation/brain.ts';
export type { SpokenWish, Voice, VoicePiece } from './conversation/voice.ts';
export type { TokenChecker } from './joining/avatar-token.ts';
export type { Joined, JoinWish } from './joining/join.ts';
export { JoinRefusal, joinRefusalStatus } from './joining/join-refusal.ts';
export { type Live, type LiveNeeds, startLive } from './live.ts';
export type { TurnMeter } from './session/session-deps.ts';
export {
  countLive,
  findVisitors,
  type ListedSession,
  listSessionPage,
  readListedSession,
  type SessionFilter,
} from './store/session-lists.ts';
export {
  listSessions,
  readEvents,
  readSession,
  readTurns,
  type SessionSummary,
} from './store/session-reads.ts';
