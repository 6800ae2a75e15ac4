import type { Question, UserFacts } from '../seam.ts';

export type HistoryMessage = { readonly role: 'user' | 'assistant'; readonly content: string };

/** Reads what was said before the current question. */
export type History = {
  /** The last `limit` messages, oldest first. If `before` is given, only messages with a lower number. */
  read(sessionId: string, limit: number, before: number | null): Promise<readonly HistoryMessage[]>;
};

export type OnHistoryError = (user: UserFacts, error: unknown) => void;

export type HistoryDeps = {
  readonly history: History;
  readonly onHistoryError: OnHistoryError;
  readonly limitMs: number;
};

/** A turn continues without history if the store fails or does not answer in time. */
export async function readHistory(
  { history, onHistoryError, limitMs }: HistoryDeps,
  { user, recordedAs }: Question,
  limit: number,
  signal: AbortSignal,
): Promise<readonly HistoryMessage[]> {
  if (limit <= 0 || signal.aborted) return [];
  const { promise: given, resolve, reject } = Promise.withResolvers<readonly HistoryMessage[]>();
  const giveUp = () => reject(new Error(`The history was not read within ${limitMs} ms.`));
  const leave = () => resolve([]);
  const timer = setTimeout(giveUp, limitMs);
  signal.addEventListener('abort', leave, { once: true });
  try {
    history.read(user.sessionId, limit, recordedAs).then(resolve, reject);
    return (await given).slice(-limit);
  } catch (error) {
    onHistoryError(user, error);
    return [];
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
