export {
  type Brain,
  BrainFailure,
  type BrainNote,
  type Opening,
  type Question,
  type TurnTimes,
  type UserFacts,
} from '../live/index.ts';
