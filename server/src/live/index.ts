export type { Processes } from './adoption/processes.ts';
export type { TurnMeter } from './conversation/conversation-recorder.ts';
export {
  type Brain,
  BrainFailure,
  type BrainNote,
  newTimes,
  type OpenResult,
  type Question,
  type TurnTimes,
} from './conversation/turns/brain.ts';
export type { EndedTurn, SecondBrain } from './conversation/turns/second-brain.ts';
export { sealedSessionColumns } from './identity/sealed-facts.ts';
export type { SessionBrain } from './identity/session-brain.ts';
export type { UserFacts } from './identity/user-facts.ts';
export type { TokenChecker } from './joining/avatar-token.ts';
export type { Joined, JoinInput } from './joining/join.ts';
export { JoinRefusal, joinRefusals } from './joining/join-refusal.ts';
export { isTokenUsed } from './joining/used-tokens.ts';
export { type Live, type LiveDeps, startLive } from './live.ts';
export { isLiveUpgrade } from './socket/accept-sockets.ts';
export {
  countLive,
  countTaken,
  findVisitors,
  type ListedSession,
  listSessionPage,
  readListedSession,
} from './store/session-lists.ts';
export { type EventRow, readEvents, readTurns, type TurnRow } from './store/session-reads.ts';
