import type { SessionState } from '@parley/protocol';
import type { WatchAnswer } from '@parley/protocol/management';
import type { PersonCommand, PersonOutcome, WatchQuestion } from './people.ts';

/** How often something may happen: `burst` at once, refilled by `rate` a second. */
export type RateRule = { readonly burst: number; readonly rate: number };

export type RateLimits = {
  /** Takes one from the bucket. False if it is empty, and then nothing is taken. */
  take(bucket: string, rule: RateRule): Promise<boolean> | boolean;
  /** Whether one could be taken from the bucket now. Takes nothing. */
  has(bucket: string, rule: RateRule): Promise<boolean> | boolean;
};

/** A message for the avatar to say that comes from outside the conversation. */
export type CallbackMessage = {
  readonly message: string;
  readonly interrupt: boolean;
  /** The span that the message belongs to. It may have begun in another process. */
  readonly traceparent?: string;
};
/** `too-many`: too much waits already. `full`: the session has stored as many words as it may. */
export type CallbackOutcome = 'taken' | 'too-many' | 'full' | 'ended';

/** Who ends a session. `limit`: its slot is needed for another visitor. */
export type DisconnectedBy = 'api' | 'dashboard' | 'limit';

/** A live session as its owner offers it to the rest of the service. */
export type SessionPresence = {
  readonly sessionId: string;
  readonly accountId: string;
  state(): SessionState;
  /** Ends the session. True only for the call that ended it. */
  disconnect(by: DisconnectedBy): Promise<boolean>;
  callback(message: CallbackMessage): Promise<CallbackOutcome>;
  /** Makes a language model forget what was said so far. */
  clearContext(): Promise<void>;
  person(command: PersonCommand): Promise<PersonOutcome>;
  /** Answers when there is something new for the watcher, or when the time is over. */
  watch(question: WatchQuestion): Promise<WatchAnswer>;
};

export type SessionSnapshot = { readonly accountId: string; readonly state: SessionState };

/** Finds live sessions by their id. */
export type SessionDirectory = {
  add(presence: SessionPresence): Disposable;
  find(sessionId: string): Promise<SessionSnapshot | null> | SessionSnapshot | null;
  /** Those of the sessions that are live and whose owners answer. Each owner is asked once for all of its sessions. */
  findAll(sessionIds: readonly string[]): Promise<ReadonlyMap<string, SessionSnapshot>>;
  disconnect(sessionId: string, by?: DisconnectedBy): Promise<boolean>;
  callback(sessionId: string, message: CallbackMessage): Promise<CallbackOutcome>;
  /** False if there is no such live session. */
  clearContext(sessionId: string): Promise<boolean>;
  person(sessionId: string, command: PersonCommand): Promise<PersonOutcome>;
  /** Null if there is no such live session. */
  watch(sessionId: string, question: WatchQuestion): Promise<WatchAnswer | null>;
};

/** A process asks a session's owner to hand it over, with the credentials that the client has shown. */
export type HandOverRequest = {
  readonly sessionId: string;
  readonly ticketHash: string | null;
  readonly resumeHash: string | null;
  /** The process that asks. */
  readonly to: string;
};
/** State that only the owner has in memory. It is handed over with the session and never stored. */
export type SessionMemory = {
  /** The last number of a client's frame that was taken. */
  readonly lastFrame: number;
  /** Context that the page has added for a language model. */
  readonly context: readonly string[];
  /** The language of what is said now. A process of an older version leaves it out. */
  readonly language?: string | null;
};

/** `refused`: the credentials are wrong. `gone`: the asked process does not hold the session. */
export type HandOverAnswer =
  | { readonly outcome: 'handed-over'; readonly memory: SessionMemory }
  | { readonly outcome: 'refused' | 'gone' };

export type Topics = {
  /** Best effort: a message may be lost, so nothing may depend on it alone. */
  publish(topic: string, message: string): void;
  /** Only to listeners of this process. */
  publishHere(topic: string, message: string): void;
  /** `handleReconnect` is called when messages from other processes may have been lost. */
  subscribe(topic: string, listener: (message: string) => void, handleReconnect?: () => void): Disposable;
};

/**
 * What processes of the service share while they run: rate limits, live sessions and notifications. It holds only data
 * that may be lost in a restart.
 */
export type Bus = AsyncDisposable & {
  readonly limits: RateLimits;
  readonly sessions: SessionDirectory;
  readonly topics: Topics;
  /** What connects this process with the others of the service. `none` if it is the only one. */
  readonly link: {
    readonly kind: 'none' | 'redis' | 'workers';
    isUp(): boolean;
    /** False if it carries messages but refuses to count limits, like a Redis without free memory. */
    countsLimits(): boolean;
  };
};
