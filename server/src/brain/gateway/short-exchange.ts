import type { Permit } from '../../kernel/index.ts';
import { utf8 } from '../collect-text.ts';
import { lineExcerpt } from '../note-text.ts';
import type { UserFacts } from '../seam.ts';
import { answerTrouble, faultIn, readAnswer } from './answer-check.ts';
import type { Endpoint } from './endpoint.ts';
import { type Answered, formsOf, shownAnswer, shownRequest } from './noted-exchange.ts';
import { type Trouble, transportTrouble } from './trouble.ts';

const answerBytes = 65_536;

export type ShortRequest = {
  readonly action: 'LOGIN' | 'LOGOUT';
  readonly sessionId: string;
  /** Null where the session is all that is known. */
  readonly user: UserFacts | null;
  readonly body: string;
};

type Sent = { readonly trouble: Trouble | null; readonly answered: Answered | null };

/** One LOGIN or LOGOUT, sent once. Null where it was acknowledged. */
export async function exchangeOnce(
  endpoint: Endpoint,
  permit: Permit,
  request: ShortRequest,
  limitMs: number,
  signal: AbortSignal,
): Promise<Trouble | null> {
  const { clock } = endpoint.tools;
  const sentAt = clock.now();
  const begunMs = clock.monotonicMs();
  const sent = await send(endpoint, request, limitMs, signal);
  if (sent.trouble === null) endpoint.answered();
  else endpoint.report(permit, sent.trouble);
  note(endpoint, request, sent, sentAt, clock.monotonicMs() - begunMs);
  return sent.trouble;
}

async function send(
  endpoint: Endpoint,
  { action, sessionId, user, body }: ShortRequest,
  limitMs: number,
  signal: AbortSignal,
): Promise<Sent> {
  const { outbound } = endpoint.tools;
  try {
    const response = await outbound.request({
      url: endpoint.address,
      method: 'POST',
      headers: endpoint.headers,
      body,
      totalTimeoutMs: limitMs,
      maxResponseBytes: answerBytes,
      tooLarge: 'cut',
      signal,
    });
    const text = utf8(response.body);
    const answered = { httpStatus: response.status, text, isCut: response.cut };
    const answer = readAnswer(action, response.status, text);
    const fault = faultIn(answer, sessionId);
    const trouble = fault && answerTrouble(answer, fault, endpoint.secretsOf(sessionId, user));
    return { trouble, answered };
  } catch (error) {
    return { trouble: transportTrouble(action, error), answered: null };
  }
}

function note(
  endpoint: Endpoint,
  { action, sessionId, user, body }: ShortRequest,
  { trouble, answered }: Sent,
  sentAt: number,
  tookMs: number,
): void {
  const { onExchange } = endpoint.tools;
  if (onExchange === undefined) return;
  const secrets = formsOf([...endpoint.secretsOf(sessionId, user), user?.customString ?? null]);
  onExchange({
    sessionId,
    action,
    outcome: trouble === null ? 'acknowledged' : trouble.refused ? 'refused' : 'failed',
    sentAt,
    durationMs: Math.round(tookMs),
    request: shownRequest(body),
    httpStatus: answered?.httpStatus ?? trouble?.httpStatus ?? null,
    answer: answered && shownAnswer(answered, secrets),
    problem: trouble && lineExcerpt(trouble.text, secrets),
  });
}
