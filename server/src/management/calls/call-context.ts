import type { Readable } from 'node:stream';
import type {
  BodyOf,
  CallName,
  Done,
  AnswerOf as JsonAnswerOf,
  QueryOf,
  callRoutes as Routes,
} from '@parley/protocol/management';
import type { Actor, Change, Target } from '../../audit/index.ts';
import type { SignedInPerson, SignInRequest, WithCookies } from '../../sign-in/index.ts';
import type { Unshaped } from './answer-shape.ts';
import type { Caller } from './caller.ts';
import type { Download, EventStream } from './non-json-answers.ts';

type KindOf<N extends CallName> = (typeof Routes)[N]['kind'];
type AccessOf<N extends CallName> = (typeof Routes)[N]['access']['kind'];

type AnswerOf<N extends CallName> =
  JsonAnswerOf<N> extends Blob ? Download | EventStream : Unshaped<JsonAnswerOf<N>>;

type Ref = { readonly accountId: string; readonly id: string; readonly version: number | null };

/** A call as its handler sees it. */
export type CallContext<N extends CallName> = {
  readonly caller: Caller;
  /** The caller as the audit log names them. */
  readonly actor: Actor;
  /** Empty for calls that belong to no account. */
  readonly accountId: string;
  readonly query: QueryOf<N>;
  readonly body: BodyOf<N>;
  /** A parameter of the path. */
  part(name: string): string;
  /** Identifies the thing that a path parameter names. `If-Match` sets the version; null accepts any version. */
  ref(name: string): Ref;
  /** The file in the body of a call that takes one. */
  upload(): Readable;
  /** The last event that a browser got before it connected to a stream again. */
  readonly lastEventId: string | undefined;
  /** Checks the caller again, for a long-lived answer. */
  stillAllowed(): Promise<boolean>;
} & (KindOf<N> extends 'change' | 'create' ? { readonly change: Change } : unknown) &
  (KindOf<N> extends 'action' ? ActionContext : unknown) &
  (AccessOf<N> extends 'anyone' | 'person' ? PersonContext<N> : unknown);

type ActionContext = {
  /** Adds an entry to the account's audit log. The action is the call's name. */
  audit(target: Target | null, details?: Readonly<Record<string, unknown>>): Promise<void>;
};

type PersonContext<N extends CallName> = {
  readonly signInRequest: SignInRequest;
  readonly signed: AccessOf<N> extends 'person' ? SignedInPerson : SignedInPerson | null;
  /** Sends the cookies that the sign-in library has set, and returns its answer. */
  takeCookies<T>(served: WithCookies<T> | Promise<WithCookies<T>>): Promise<T>;
};

export type Handlers = {
  /** A handler without a result answers `done`. */
  readonly [N in CallName]: (
    context: CallContext<N>,
  ) => JsonAnswerOf<N> extends Done ? Promise<void> : Promise<AnswerOf<N>> | AnswerOf<N>;
};
/** The handlers of some calls, such as all those that begin with `keys.`. */
export type HandlersFor<P extends string> = Pick<Handlers, Extract<CallName, `${P}.${string}`>>;
