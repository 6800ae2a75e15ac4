import { maxSessionWordsBytes, type TranscriptEntry } from '@parley/protocol';
import type { Fragment, Queries } from '../db/index.ts';
import { readFirstMessages, transcriptEntry } from './message-pages.ts';

/** A session stores less than this, apart from sessions of older versions: what it has queued at its limit is said. */
export const maxTranscriptBytes = maxSessionWordsBytes + 1024 * 1024;

export type Transcript = {
  readonly entries: TranscriptEntry[];
  /** Whether it is only the beginning. */
  readonly isCut: boolean;
};

/**
 * What was said in a session, up to the length that an event may have; with a condition on `messages`, only a part of
 * it.
 */
export async function readTranscript(
  sql: Queries,
  sessionId: string,
  condition?: Fragment,
): Promise<Transcript> {
  const { messages, isCut } = await readFirstMessages(sql, sessionId, maxTranscriptBytes, condition);
  return { entries: messages.map(transcriptEntry), isCut };
}
