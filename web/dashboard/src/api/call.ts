import type { AnswerOf, CallName, BodyOf as GivenBodyOf, QueryOf } from '@parley/protocol/management';
import {
  type CallOptions,
  callUrl,
  createManagementClient,
  type ItemOf,
  type ListName,
  listAll,
  ManagementApiError,
  type Params,
} from '@parley/protocol/management/client';
import { strings } from '../strings/index.ts';
import { ApiError } from './api-error.ts';

export type { AnswerOf, CallName, CallOptions, ItemOf, ListName, Params, QueryOf };
export { callUrl, listAll };
/** Calls without a body may be given undefined. */
export type BodyOf<N extends CallName> =
  GivenBodyOf<N> extends Record<string, never> ? Record<string, never> | undefined : GivenBodyOf<N>;

const client = createManagementClient();

/** Sends one request to the service. A refused request throws an `ApiError`. */
export async function call<N extends CallName>(name: N, options: CallOptions<N> = {}): Promise<AnswerOf<N>> {
  return await client.call(name, options).catch((error: unknown) => {
    throw error instanceof ManagementApiError ? forPages(error) : error;
  });
}

function forPages({ status, code, message, field }: ManagementApiError): ApiError {
  if (status === 0)
    return new ApiError({ kind: 'offline', status, code: 'offline', message: strings.errors.offline.text });
  return new ApiError({
    kind: 'refused',
    status,
    code,
    message: code === 'unexpected_answer' ? strings.errors.service.text : message,
    ...(field === null ? {} : { fields: { [field]: message } }),
  });
}
