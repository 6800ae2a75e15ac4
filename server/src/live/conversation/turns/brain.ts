import type { TakeoverEntry } from '@parley/protocol';
import type { UserFacts } from '../../identity/user-facts.ts';

/** What a brain did, for the record of a turn: short, without secrets. */
export type BrainNote = Readonly<Record<string, string | number | boolean | null>>;

/** The part of a note that the log may show: what failed and how, but no text of an endpoint, a model or a visitor. */
export function loggableNote(note: BrainNote): BrainNote {
  return Object.fromEntries(
    ['action', 'stage', 'httpStatus', 'code', 'circuitOpen', 'failures', 'retryAfterMs'].flatMap((name) =>
      note[name] === undefined ? [] : [[name, note[name]]],
    ),
  );
}

export type OpenResult =
  | { readonly outcome: 'open' }
  /** The brain refuses this user: the session ends. */
  | { readonly outcome: 'refused'; readonly note: BrainNote }
  /**
   * The session goes on. The next question tries again. `reached`: the request may have arrived. `circuitOpen`: the
   * brain has failed too often recently.
   */
  | {
      readonly outcome: 'failed';
      readonly reached: boolean;
      readonly circuitOpen: boolean;
      readonly note: BrainNote;
    };

/** The times of one turn in Unix milliseconds. The code that reaches a step sets its time. */
export type TurnTimes = {
  receivedAt: number;
  sentAt: number | null;
  firstByteAt: number | null;
  firstSentenceAt: number | null;
  firstAudioAt: number | null;
  endedAt: number | null;
};

export const newTimes = (receivedAt: number): TurnTimes => ({
  receivedAt,
  sentAt: null,
  firstByteAt: null,
  firstSentenceAt: null,
  firstAudioAt: null,
  endedAt: null,
});

export type Question = {
  readonly user: UserFacts;
  /** The user's message without service tags. */
  readonly message: string;
  /** What the user heard of the reply that they interrupted; null if they interrupted none. */
  readonly heard: string | null;
  /** What people said since the brain was last told, if the avatar's endpoint wants to know it. */
  readonly takeover: readonly TakeoverEntry[];
  /** The message's number in the transcript; null if it has no words. */
  readonly recordedAs: number | null;
  /** What the page wants a language model to know besides the conversation. */
  readonly context: readonly string[];
  readonly times: TurnTimes;
  /** The span of this question, for the request to an endpoint; null if nothing is traced. */
  readonly traceparent: string | null;
};

/** The brain has no answer this time. The avatar apologises and the session goes on. */
export class BrainFailure extends Error {
  override name = 'BrainFailure';
  readonly note: BrainNote;
  /** The brain has failed too often recently. */
  readonly circuitOpen: boolean;

  constructor(message: string, note: BrainNote = {}, circuitOpen = false) {
    super(message);
    this.note = note;
    this.circuitOpen = circuitOpen;
  }
}

/** What answers a visitor: the customer's endpoint, or a language model. */
export type Brain = {
  /** Tells the brain about a new session. A brain that needs no login is open at once. */
  open(user: UserFacts, signal: AbortSignal, traceparent?: string | null): Promise<OpenResult>;
  /** The reply, whole or in pieces as they arrive. It may be empty. Throws BrainFailure. */
  answer(question: Question, signal: AbortSignal): Promise<string | AsyncIterable<string>>;
};
