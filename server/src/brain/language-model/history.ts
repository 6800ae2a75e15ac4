import { withinMs } from '../../kernel/index.ts';
import type { Question, UserFacts } from '../../live/index.ts';

export type HistoryMessage = { readonly role: 'user' | 'assistant'; readonly content: string };

/** Reads what was said before the current question. */
export type History = {
  /** The last `limit` messages, oldest first. If `before` is given, only messages with a lower number. */
  read(sessionId: string, limit: number, before: number | null): Promise<readonly HistoryMessage[]>;
};

export type OnHistoryError = (user: UserFacts, error: unknown) => void;

const limitMs = 2_000;

/** A turn continues without history if the store fails or does not answer in time. */
export async function readHistory(
  { history, onHistoryError }: { readonly history: History; readonly onHistoryError: OnHistoryError },
  { user, recordedAs }: Question,
  limit: number,
  signal: AbortSignal,
): Promise<readonly HistoryMessage[]> {
  if (limit <= 0 || signal.aborted) return [];
  try {
    const earlier = await withinMs(history.read(user.sessionId, limit, recordedAs), limitMs, {
      signal,
    });
    return earlier.slice(-limit);
  } catch (error) {
    if (!signal.aborted) onHistoryError(user, error);
    return [];
  }
}
