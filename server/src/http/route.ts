import type { ErrorShape, Permission } from '@parley/protocol';
import type { CallAccess } from '@parley/protocol/management';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

/** A check before the body of a request is read. An answer ends the request. */
export type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Who may call a route. Every route has exactly one rule. */
export type Access =
  | { readonly kind: 'open' }
  /** From this machine itself, or with the operator's token. */
  | { readonly kind: 'loopback-or-operator' }
  /** With the token of one live session. The route checks it, because the body names the session. */
  | { readonly kind: 'session-token' }
  /** A call of the management API. */
  | { readonly kind: 'management'; readonly access: CallAccess }
  | OauthAccess
  | ApiKeyAccess;

/** The OAuth endpoints. The OAuth library checks the caller. */
export type OauthAccess = {
  readonly kind: 'oauth';
  /** A person's browser, or a partner's server. */
  readonly caller: 'browser' | 'client';
};

export type ApiKeyAccess = {
  readonly kind: 'api-key';
  readonly permission: Permission;
  /** The shape of this route's error bodies. With `fail`, each problem of a key has its own error code. */
  readonly shape: ErrorShape;
  /** The limit per source address is checked first. */
  readonly edgeLimit?: true;
  /** A key with allowed origins refuses a request without an `Origin`. Another origin is refused on every route. */
  readonly needsOrigin?: true;
  /** A partner's access token with the scope of the same name also opens the route. */
  readonly takesAccessTokens?: true;
};

export type Answer = { readonly description: string; readonly schema?: TSchema };

export type RouteDocument = {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly body?: TSchema;
  /** The fields of a body that is not JSON but application/x-www-form-urlencoded. */
  readonly form?: TSchema;
  readonly answers: Readonly<Record<number, Answer>>;
};

/** Gives a schema to the errors of a document. */
export const withErrorSchema = (
  answers: RouteDocument['answers'],
  schema: TSchema,
): RouteDocument['answers'] =>
  Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      Number(status) < 400 ? answer : { ...answer, schema },
    ]),
  );

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** A page or a file. Everybody may read it, and the reference leaves it out. */
export const openPage = (path: string, handle: Route['handle']): Route => ({
  method: 'GET',
  path,
  access: { kind: 'open' },
  document: null,
  handle,
});

export type Route = {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  /** For routes that accept larger bodies than the others. */
  readonly maxBodyBytes?: number;
  /** The handler reads the body as a stream and limits its size. */
  readonly streamsBody?: true;
  /** Null keeps the route out of the reference. */
  readonly document: RouteDocument | null;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => unknown;
};
