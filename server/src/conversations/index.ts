export { type Conversations, createConversations, type HistoryMessage } from './conversations.ts';
export {
  messagePages,
  type StoredMessage,
  sourceOf,
  storedBytesIn,
  storedBytesOf,
  transcriptEntry,
} from './message-pages.ts';
export { readRating, saveRating } from './ratings.ts';
export type { MessageEntry, TurnEntry, TurnKind, TurnOutcome } from './record-writes.ts';
export { plainSummary } from './summary.ts';
export type { TakeoverWords } from './takeover-words.ts';
export { maxTranscriptBytes, readTranscript, type Transcript } from './transcript.ts';
export { transcriptForms } from './transcript-forms.ts';
export { wordsByTurn } from './words-of-turns.ts';
