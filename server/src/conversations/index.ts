export { type Conversations, createConversations, type HistoryMessage } from './conversations.ts';
export { readRating, saveRating } from './ratings.ts';
export type { MessageEntry, TurnEntry, TurnKind, TurnOutcome } from './record-writes.ts';
export { plainSummary } from './summary.ts';
export { readTranscript } from './transcript.ts';
export {
  type TranscriptHead,
  transcriptForms,
  transcriptJson,
  transcriptText,
  transcriptVtt,
} from './transcript-forms.ts';
