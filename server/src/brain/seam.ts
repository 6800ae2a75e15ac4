export {
  type Brain,
  BrainFailure,
  type BrainNote,
  type OpenResult,
  type Question,
  type TurnTimes,
  type UserFacts,
} from '../live/index.ts';
