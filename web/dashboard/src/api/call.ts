import type { CallName, BodyOf as GivenBodyOf } from '@parley/protocol/management';
import { createManagementClient } from '@parley/protocol/management/client';

export type { AnswerOf, CallName, QueryOf } from '@parley/protocol/management';
export {
  type CallOptions,
  callUrl,
  type ItemOf,
  type ListName,
  listAll,
  type Params,
} from '@parley/protocol/management/client';
/** The body is undefined for calls without one. */
export type BodyOf<N extends CallName> =
  GivenBodyOf<N> extends Record<string, never> ? Record<string, never> | undefined : GivenBodyOf<N>;

/** Sends one request to the service. A refused request throws an `ApiError`. */
export const { call } = createManagementClient();
