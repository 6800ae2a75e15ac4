import { utf8 } from '../collect-text.ts';
import type { UserFacts } from '../seam.ts';
import { answerTrouble, faultIn, readAnswer } from './answer-check.ts';
import type { Pass } from './breakers.ts';
import type { Endpoint } from './endpoint.ts';
import { type Trouble, transportTrouble } from './trouble.ts';

const ANSWER_BYTES = 65_536;

export type ShortRequest = {
  readonly action: 'LOGIN' | 'LOGOUT';
  readonly sessionId: string;
  /** Null where the session is all that is known. */
  readonly user: UserFacts | null;
  readonly body: string;
};

/** One LOGIN or LOGOUT, sent once. Null where it was acknowledged. */
export async function exchangeOnce(
  endpoint: Endpoint,
  pass: Pass,
  request: ShortRequest,
  limitMs: number,
  signal: AbortSignal,
): Promise<Trouble | null> {
  const trouble = await send(endpoint, request, limitMs, signal);
  if (trouble === null) endpoint.answered();
  else endpoint.report(pass, trouble);
  return trouble;
}

async function send(
  endpoint: Endpoint,
  { action, sessionId, user, body }: ShortRequest,
  limitMs: number,
  signal: AbortSignal,
): Promise<Trouble | null> {
  const { outbound } = endpoint.tools;
  try {
    const response = await outbound.request({
      url: endpoint.address,
      method: 'POST',
      headers: endpoint.headers,
      body,
      totalTimeoutMs: limitMs,
      maxResponseBytes: ANSWER_BYTES,
      tooLarge: 'cut',
      signal,
    });
    const answer = readAnswer(action, response.status, utf8(response.body));
    const fault = faultIn(answer, sessionId);
    return fault && answerTrouble(answer, fault, endpoint.secretsOf(sessionId, user));
  } catch (error) {
    return transportTrouble(action, error);
  }
}
