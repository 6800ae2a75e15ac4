import type { OpenCircuit } from '../../kernel/index.ts';
import { OutboundError, type OutboundStage } from '../../outbound/index.ts';
import { BrainFailure, type BrainNote } from '../seam.ts';

export type Action = 'LOGIN' | 'CHAT' | 'LOGOUT';

export type TroubleStage = OutboundStage | AnswerStage | 'resting';

/** What was wrong with an answer that did come. */
export type AnswerStage = 'http' | 'body' | 'status' | 'echo' | 'reply' | 'too-large' | 'stream';

/** Why one request to an endpoint did not succeed. */
export type Trouble = {
  readonly stage: TroubleStage;
  /** For the account's owner: what happened and what to change. */
  readonly text: string;
  readonly note: BrainNote;
  /** What it says of the endpoint's health. */
  readonly sign: 'dead' | 'alive' | 'none';
  /** Whether the request may have reached the endpoint. */
  readonly reached: boolean;
  readonly httpStatus: number | null;
  /** The endpoint itself said no. */
  readonly refused: boolean;
};

const notTheEndpointsFault: ReadonlySet<OutboundStage> = new Set(['address', 'aborted']);

export function transportTrouble(action: Action, error: unknown): Trouble {
  if (!(error instanceof OutboundError)) throw error;
  const { stage, message: text, bytesSent: reached, status, code } = error;
  const note = {
    action,
    stage,
    problem: text,
    ...(status !== undefined && { httpStatus: status }),
    ...(code !== undefined && { code }),
  };
  return { stage, text, note, sign: signOf(error), reached, httpStatus: status ?? null, refused: false };
}

function signOf(error: OutboundError): Trouble['sign'] {
  if (notTheEndpointsFault.has(error.stage)) return 'none';
  if (error.stage === 'too-large') return (error.status ?? 0) >= 500 ? 'dead' : 'alive';
  // Headers that cannot be sent, such as a key with a line break.
  if (error.stage === 'send' && !error.bytesSent) return 'none';
  return 'dead';
}

export function restingTrouble(action: Action, circuit: OpenCircuit<string>): Trouble {
  const { failures, retryAfterMs, reason } = circuit;
  const seconds = Math.ceil(retryAfterMs / 1_000);
  const text = `The endpoint failed ${failures} times in a row and is left alone for another ${seconds} s.`;
  return unsent(action, 'resting', text, { resting: true, failures, retryAfterMs, lastFailure: reason });
}

export function calledOff(action: Action): Trouble {
  return unsent(action, 'aborted', 'The request was called off.');
}

export function outOfTime(action: Action, limitMs: number): Trouble {
  return unsent(action, 'timeout', `No time was left of the ${limitMs} ms that an answer may take.`);
}

function unsent(action: Action, stage: TroubleStage, text: string, more: BrainNote = {}): Trouble {
  const note = { action, stage, problem: text, ...more };
  return { stage, text, note, sign: 'none', reached: false, httpStatus: null, refused: false };
}

export function failureOf(trouble: Trouble): BrainFailure {
  return new BrainFailure(trouble.text, trouble.note, trouble.stage === 'resting');
}
