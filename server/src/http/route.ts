import type { ErrorShape, Permission } from '@parley/protocol';
import type { AllowedCaller } from '@parley/protocol/dashboard/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

/** Who may call a route. Every route has exactly one rule. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'operator' }
  /** From this machine itself, or with the operator's token. */
  | { readonly kind: 'loopback-or-operator' }
  /** With the token of one live session, which the route itself compares: only the body names the session. */
  | { readonly kind: 'session-token' }
  /** With a sign-in of the dashboard, by what that person may do in the account of the address. */
  | { readonly kind: 'dashboard'; readonly who: AllowedCaller }
  | ApiKeyAccess;

export type ApiKeyAccess = {
  readonly kind: 'api-key';
  readonly permission: Permission;
  /** The body in which this route's errors travel. */
  readonly shape: ErrorShape;
  /** Whether each fault of a key has its own code, or all share "Invalid API Key". */
  readonly tellsKeyFaults: boolean;
  /** The limit per source address, before anything else. */
  readonly edgeLimit: boolean;
  readonly checksOrigin: boolean;
};

export type Answer = { readonly description: string; readonly schema?: TSchema };

export type RouteDocument = {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly body?: TSchema;
  readonly answers: Readonly<Record<number, Answer>>;
};

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export type Route = {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  /** Where bodies may be larger than elsewhere. */
  readonly maxBodyBytes?: number;
  /** The handler reads the body itself, as a stream, and limits it. */
  readonly streamsBody?: true;
  /** Left out of the reference where nobody outside needs it. */
  readonly document: RouteDocument | null;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => unknown;
};
