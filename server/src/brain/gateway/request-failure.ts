import type { OpenCircuit } from '../../kernel/index.ts';
import { BrainFailure, type BrainNote } from '../../live/index.ts';
import { OutboundError, type OutboundStage } from '../../outbound/index.ts';

export type Action = 'LOGIN' | 'CHAT' | 'LOGOUT';

export type FailureStage = OutboundStage | AnswerStage | 'circuit-open';

/** What was wrong with an answer that arrived. */
export type AnswerStage = 'http' | 'body' | 'status' | 'echo' | 'reply' | 'too-large' | 'stream';

/** Why one request to an endpoint did not succeed. */
export type RequestFailure = {
  readonly stage: FailureStage;
  /** For the account's owner: what happened and what to change. */
  readonly text: string;
  readonly note: BrainNote;
  /** What it says about the endpoint, for its circuit breaker. */
  readonly health: 'down' | 'up' | 'unknown';
  /** Whether the request may have reached the endpoint. */
  readonly reached: boolean;
  readonly httpStatus: number | null;
  /** The endpoint refused the request. */
  readonly refused: boolean;
};

const notTheEndpoint: ReadonlySet<OutboundStage> = new Set(['address', 'aborted']);

export function transportFailure(action: Action, error: unknown): RequestFailure {
  if (!(error instanceof OutboundError)) throw error;
  const { stage, bytesSent: reached, status, code } = error;
  const text = isUnreachable(error) ? `Could not reach your endpoint. ${error.message}` : error.message;
  const note = {
    action,
    stage,
    problem: text,
    ...(status !== undefined && { httpStatus: status }),
    ...(code !== undefined && { code }),
  };
  return {
    stage,
    text,
    note,
    health: healthAfter(error),
    reached,
    httpStatus: status ?? null,
    refused: false,
  };
}

/** No byte of the request was sent, because there was no connection. */
const isUnreachable = ({ stage, bytesSent }: OutboundError): boolean =>
  stage === 'resolve' || stage === 'connect' || stage === 'tls' || (stage === 'timeout' && !bytesSent);

function healthAfter(error: OutboundError): RequestFailure['health'] {
  if (notTheEndpoint.has(error.stage)) return 'unknown';
  if (error.stage === 'too-large') return (error.status ?? 0) >= 500 ? 'down' : 'up';
  // Headers that cannot be sent, such as a key with a line break.
  if (error.stage === 'send' && !error.bytesSent) return 'unknown';
  return 'down';
}

export function openCircuitFailure(action: Action, circuit: OpenCircuit<string>): RequestFailure {
  const { failures, retryAfterMs, reason } = circuit;
  const text = `Your endpoint failed ${failures} times in a row. Until it answers again, it gets one message a second.`;
  return unsent(action, 'circuit-open', text, {
    circuitOpen: true,
    failures,
    retryAfterMs,
    lastFailure: reason,
  });
}

export function abortedFailure(action: Action): RequestFailure {
  return unsent(action, 'aborted', 'The request was aborted.');
}

export function timeoutFailure(action: Action, limitMs: number): RequestFailure {
  return unsent(
    action,
    'timeout',
    `Your endpoint did not answer within ${limitMs} ms. Answer faster, or raise the time limit.`,
  );
}

function unsent(action: Action, stage: FailureStage, text: string, more: BrainNote = {}): RequestFailure {
  const note = { action, stage, problem: text, ...more };
  return { stage, text, note, health: 'unknown', reached: false, httpStatus: null, refused: false };
}

export function toBrainFailure(failure: RequestFailure): BrainFailure {
  return new BrainFailure(failure.text, failure.note, failure.stage === 'circuit-open');
}
