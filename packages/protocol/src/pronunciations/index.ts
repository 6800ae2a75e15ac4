export { type CheckedPronunciations, checkPronunciations } from './check-pronunciations.ts';
export {
  longestSound,
  longestWord,
  maxPronunciations,
  type Pronunciation,
} from './pronunciation.ts';
export { readPronunciationTable } from './read-table.ts';
