export type { TokenChecker } from './avatar-token.ts';
export {
  type Brain,
  BrainFailure,
  type BrainNote,
  type Opening,
  type Question,
  type TurnTimes,
  type UserFacts,
} from './brain-seam.ts';
export { JoinRefusal, joinRefusalStatus } from './join-refusal.ts';
export type { Joined, JoinWish } from './joining.ts';
export { type Live, type LiveNeeds, startLive } from './live.ts';
export type { TurnMeter } from './session-context.ts';
export {
  countLive,
  findVisitors,
  type ListedSession,
  listSessionPage,
  readListedSession,
  type SessionFilter,
} from './session-lists.ts';
export {
  listSessions,
  readEvents,
  readSession,
  readTurns,
  type SessionSummary,
} from './session-reads.ts';
export type { SpokenWish, Voice, VoicePiece } from './voice-seam.ts';
