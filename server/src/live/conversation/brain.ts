/** What a session knows about its user, as a brain may need it. */
export type UserFacts = {
  readonly sessionId: string;
  readonly accountId: string;
  readonly avatarId: number;
  /** As the page named the user, or our own number as text. */
  readonly userId: string;
  readonly userName: string;
  readonly locale: string;
  /** Unix milliseconds of the user's login before this one. */
  readonly lastSeenMs: number;
  readonly customString: string | null;
  readonly accessToken: string | null;
  readonly jwtToken: string | null;
};

/** What a brain did, for the record of a turn: short, without secrets. */
export type BrainNote = Readonly<Record<string, string | number | boolean | null>>;

export type Opening =
  | { readonly outcome: 'open' }
  /** The brain does not want this user: the session ends. */
  | { readonly outcome: 'refused'; readonly note: BrainNote }
  /** The session goes on; the next question opens again first. `reached` where the request may have arrived. */
  | { readonly outcome: 'failed'; readonly reached: boolean; readonly note: BrainNote };

/** Moments of one turn, in Unix milliseconds; whoever reaches one writes it down. */
export type TurnTimes = {
  receivedAt: number;
  sentAt: number | null;
  firstByteAt: number | null;
  firstSentenceAt: number | null;
  firstAudioAt: number | null;
  endedAt: number | null;
};

export type Question = {
  readonly user: UserFacts;
  /** The user's message, free of service tags. */
  readonly message: string;
  /** What the user heard of the reply they cut short; null where they did not. */
  readonly heard: string | null;
  /** The number under which its words are in the record, if it has any. */
  readonly recordedAs: number | null;
  /** What the page wants a language model to know beside the conversation. */
  readonly context: readonly string[];
  readonly times: TurnTimes;
};

/** No answer can be had this time: the avatar apologises and the session goes on. */
export class BrainFailure extends Error {
  override name = 'BrainFailure';
  readonly note: BrainNote;
  /** The brain was not even asked, as it has failed so often lately. */
  readonly resting: boolean;

  constructor(message: string, note: BrainNote = {}, resting = false) {
    super(message);
    this.note = note;
    this.resting = resting;
  }
}

/** What an avatar answers with: the customer's endpoint, or a language model. */
export type Brain = {
  /** Tells the brain of a new session. Where it has nothing to be told, it is open at once. */
  open(user: UserFacts, signal: AbortSignal): Promise<Opening>;
  /** The reply, whole or in pieces as they arrive; nothing at all is a reply too. Throws BrainFailure. */
  answer(question: Question, signal: AbortSignal): Promise<string | AsyncIterable<string>>;
};
