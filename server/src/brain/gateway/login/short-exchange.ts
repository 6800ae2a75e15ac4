import type { Permit } from '../../../kernel/index.ts';
import type { UserFacts } from '../../../live/index.ts';
import { utf8 } from '../../collect-text.ts';
import { lineExcerpt } from '../../note-text.ts';
import { answerFailure, findFault, readAnswer } from '../answer-check.ts';
import { type Endpoint, withTraceparent } from '../endpoint.ts';
import { type RequestFailure, transportFailure } from '../request-failure.ts';
import { answerExcerpt, type ReceivedAnswer, requestExcerpt } from './exchange-record.ts';

const answerBytes = 65_536;
/** The timeout of one LOGIN or LOGOUT. */
export const shortLimitMs = 5_000;

export type ShortRequest = {
  readonly action: 'LOGIN' | 'LOGOUT';
  readonly sessionId: string;
  /** Null if only the session's id is known. */
  readonly user: UserFacts | null;
  readonly body: string;
  readonly traceparent: string | null;
};

type Sent = { readonly failure: RequestFailure | null; readonly answered: ReceivedAnswer | null };

/** LOGIN and LOGOUT are never withheld, so they are not probes. */
const ordinary: Permit = { kind: 'ordinary' };

/** Sends one LOGIN or LOGOUT once, whether the circuit is open or not. Null if it was acknowledged. */
export async function exchangeOnce(
  endpoint: Endpoint,
  request: ShortRequest,
  limitMs: number,
  signal: AbortSignal,
): Promise<RequestFailure | null> {
  const { clock } = endpoint.deps;
  const sentAt = clock.now();
  const begunMs = clock.monotonicMs();
  const sent = await send(endpoint, request, limitMs, signal);
  if (sent.failure === null) endpoint.answered();
  else endpoint.report(ordinary, sent.failure);
  note(endpoint, request, sent, sentAt, clock.monotonicMs() - begunMs);
  return sent.failure;
}

async function send(
  endpoint: Endpoint,
  { action, sessionId, user, body, traceparent }: ShortRequest,
  limitMs: number,
  signal: AbortSignal,
): Promise<Sent> {
  const { outbound } = endpoint;
  try {
    const response = await outbound.request({
      url: endpoint.address,
      method: 'POST',
      headers: withTraceparent(endpoint.headers, traceparent),
      body,
      totalTimeoutMs: limitMs,
      maxResponseBytes: answerBytes,
      tooLarge: 'cut',
      signal,
    });
    const text = utf8(response.body);
    const answered = { httpStatus: response.status, text, isCut: response.cut };
    const answer = readAnswer(action, response.status, text);
    const fault = findFault(answer, sessionId);
    const failure = fault && answerFailure(answer, fault, endpoint.secretsOf(sessionId, user));
    return { failure, answered };
  } catch (error) {
    return { failure: transportFailure(action, error), answered: null };
  }
}

function note(
  endpoint: Endpoint,
  { action, sessionId, user, body }: ShortRequest,
  { failure, answered }: Sent,
  sentAt: number,
  tookMs: number,
): void {
  const { onExchange } = endpoint.deps;
  if (onExchange === undefined) return;
  const secrets = endpoint.secretsOf(sessionId, user);
  onExchange({
    accountId: endpoint.settings.accountId,
    sessionId,
    action,
    outcome: failure === null ? 'acknowledged' : failure.refused ? 'refused' : 'failed',
    sentAt,
    durationMs: Math.round(tookMs),
    request: requestExcerpt(body),
    httpStatus: answered?.httpStatus ?? failure?.httpStatus ?? null,
    answer: answered && answerExcerpt(answered, secrets),
    problem: failure && lineExcerpt(failure.text, secrets),
  });
}
