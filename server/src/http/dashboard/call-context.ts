import type {
  ManagementCallName,
  ManagementCallTypes,
  managementCalls as Table,
} from '@parley/protocol/management';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../accounts/index.ts';
import type { Target } from '../../audit/index.ts';
import type { Queries } from '../../db/index.ts';
import type { SignedInPerson, SignInRequest } from '../../sign-in/index.ts';

type Calls = typeof Table;
type DeepReadonly<T> = T extends readonly (infer U)[]
  ? readonly DeepReadonly<U>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

export type QueryOf<N extends ManagementCallName> = ManagementCallTypes[N] extends { query: infer Q }
  ? Q
  : never;
export type BodyOf<N extends ManagementCallName> = ManagementCallTypes[N] extends { body: infer B }
  ? B
  : never;
/** A handler sends attachments, sounds and streams itself. */
export type AnswerOf<N extends ManagementCallName> = ManagementCallTypes[N]['answer'] extends Blob
  ? FastifyReply
  : DeepReadonly<ManagementCallTypes[N]['answer']> | (N extends 'sessions.stream' ? FastifyReply : never);

type SignedFor<N extends ManagementCallName> = Calls[N]['who'] extends 'anyone'
  ? SignedInPerson | null
  : SignedInPerson;

/** A call as its handler sees it. */
export type CallContext<N extends ManagementCallName> = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signInRequest: SignInRequest;
  readonly signed: SignedFor<N>;
  /** Empty for calls that belong to no account. */
  readonly accountId: string;
  readonly role: Role;
  readonly query: QueryOf<N>;
  readonly body: BodyOf<N>;
  /** A parameter of the path. */
  part(name: string): string;
  /** Sends the cookies that the sign-in library has set. */
  setCookies(cookies: readonly string[]): void;
  /** Adds an entry to the account's audit log, in the transaction that makes the change. The action is the call's name. */
  auditIn(tx: Queries, target: Target | null, details?: Readonly<Record<string, unknown>>): Promise<void>;
  /** The same for what changes nothing in the database, such as a test or reading a transcript. */
  audit(target: Target | null, details?: Readonly<Record<string, unknown>>): Promise<void>;
};

export type AuditIn = CallContext<never>['auditIn'];

export type Handlers = {
  readonly [N in ManagementCallName]: (context: CallContext<N>) => Promise<AnswerOf<N>> | AnswerOf<N>;
};
/** The handlers of some calls, such as all that begin with `keys.`. */
export type HandlersFor<P extends string> = Pick<Handlers, Extract<ManagementCallName, `${P}.${string}`>>;

export const done = { done: true } as const;
