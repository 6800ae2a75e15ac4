import type {
  DashboardCallName,
  DashboardCallTypes,
  dashboardCalls as Table,
} from '@parley/protocol/dashboard';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../accounts/index.ts';
import type { Target } from '../../audit/index.ts';
import type { Queries } from '../../db/index.ts';
import type { Signed, Visit } from '../../sign-in/index.ts';

type Calls = typeof Table;
type Deep<T> = T extends readonly (infer U)[]
  ? readonly Deep<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Deep<T[K]> }
    : T;

export type QueryOf<N extends DashboardCallName> = DashboardCallTypes[N] extends { query: infer Q }
  ? Q
  : never;
export type BodyOf<N extends DashboardCallName> = DashboardCallTypes[N] extends { body: infer B } ? B : never;
/** Attachments, sounds and streams are sent by the handler itself. */
export type AnswerOf<N extends DashboardCallName> = DashboardCallTypes[N]['answer'] extends Blob
  ? FastifyReply
  : Deep<DashboardCallTypes[N]['answer']> | (N extends 'sessions.stream' ? FastifyReply : never);

type Known<N extends DashboardCallName> = Calls[N]['who'] extends 'anyone' ? Signed | null : Signed;

/** One call as its handler sees it. */
export type Ask<N extends DashboardCallName> = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visit: Visit;
  readonly signed: Known<N>;
  /** Of calls within an account. */
  readonly accountId: string;
  readonly role: Role;
  readonly query: QueryOf<N>;
  readonly body: BodyOf<N>;
  /** A part of the address. */
  part(name: string): string;
  /** Cookies of the sign-in library. */
  setCookies(cookies: readonly string[]): void;
  /**
   * Writes down in the account's audit log what was done, with the change itself: in the transaction that makes it.
   * The action is the name of the call.
   */
  noteIn(tx: Queries, target: Target | null, details?: Readonly<Record<string, unknown>>): Promise<void>;
  /** The same of what is no change in the database, such as a test or a look at somebody's words. */
  note(target: Target | null, details?: Readonly<Record<string, unknown>>): Promise<void>;
};

export type NoteIn = Ask<never>['noteIn'];

export type Handlers = {
  readonly [N in DashboardCallName]: (ask: Ask<N>) => Promise<AnswerOf<N>> | AnswerOf<N>;
};
/** The handlers of some calls, such as all that begin with `keys.`. */
export type Some<P extends string> = Pick<Handlers, Extract<DashboardCallName, `${P}.${string}`>>;

export const done = { done: true } as const;
