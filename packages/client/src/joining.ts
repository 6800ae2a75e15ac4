import { withoutTrailing } from '@parley/protocol/wire';
import type { Timers } from './connection/timers.ts';
import { LiveError, refusalOf } from './live-error.ts';
import type { FetchLike, LiveClientOptions } from './options.ts';
import { type JsonRecord, parseRecord, recordOf } from './record.ts';

/** A session that was created and waits for its socket. */
export type Joined = {
  readonly sessionId: string;
  readonly ticket: string;
  readonly resume: string;
  /** To be stored, so that the service recognises this visitor; null if the page named its user. */
  readonly visitor: string | null;
  /** The avatar's public settings. */
  readonly avatar: Readonly<Record<string, unknown>>;
  /** The user, as in events. */
  readonly user: { readonly id: string; readonly name: string };
};

const answerTimeoutMs = 15_000;

/** Creates a session. The signal aborts it. */
export async function join(
  options: LiveClientOptions,
  send: FetchLike,
  timers: Timers,
  signal: AbortSignal,
): Promise<Joined> {
  const { origin, avatarId, token, userId, userName, customString, accessToken, locale, languages, visitor } =
    options;
  const who = { token, userId, userName, customString, accessToken, locale, languages, visitor };
  const body = JSON.stringify({ avatarId: String(avatarId), ...who });
  const headers = { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) };
  const timeout = new AbortController();
  const limit = timers.after(answerTimeoutMs, () => timeout.abort());
  try {
    const url = `${baseOf(options.url)}/client/authenticate`;
    signal.addEventListener('abort', () => timeout.abort(), { once: true });
    const answer = await send(url, { method: 'POST', headers, body, signal: timeout.signal });
    return readAnswer(answer.ok, answer.status, await answer.text());
  } catch (error) {
    if (error instanceof LiveError) throw error;
    if (signal.aborted) throw new LiveError('hangup', 'The call was ended before it began.');
    const problem = timeout.signal.aborted ? 'did not answer in time' : 'cannot be reached';
    throw new LiveError('unreachable', `The service at ${options.url} ${problem}.`);
  } finally {
    timers.cancel(limit);
  }
}

export const baseOf = (url: string): string => withoutTrailing(url, '/');

function readAnswer(ok: boolean, status: number, text: string): Joined {
  const value = parseRecord(text);
  if (ok && typeof value?.sessionId === 'string' && typeof value.ticket === 'string') {
    return {
      sessionId: value.sessionId,
      ticket: value.ticket,
      resume: textOr(value.resume, ''),
      visitor: typeof value.visitor === 'string' ? value.visitor : null,
      avatar: recordOf(value.avatar) ?? {},
      user: userOf(recordOf(value.user)),
    };
  }
  throw refusalOf(ok ? null : value, status, `The service answered ${status} without a session.`);
}

const userOf = (value: JsonRecord | null): Joined['user'] => ({
  id: textOr(value?.id, ''),
  name: textOr(value?.name, ''),
});

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
