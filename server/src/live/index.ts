export {
  type Brain,
  BrainFailure,
  type BrainNote,
  type Opening,
  type Question,
  type TurnTimes,
} from './conversation/brain.ts';
export type { TurnMeter } from './conversation/recorder.ts';
export type { SpokenInput, Voice, VoicePiece } from './conversation/voice.ts';
export type { UserFacts } from './identity/user-facts.ts';
export type { TokenChecker } from './joining/avatar-token.ts';
export type { Joined, JoinInput } from './joining/join.ts';
export { JoinRefusal, joinRefusalStatus } from './joining/join-refusal.ts';
export { type Live, type LiveDeps, startLive } from './live.ts';
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
