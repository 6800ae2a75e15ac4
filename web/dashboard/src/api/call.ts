import type { ManagementCallName, ManagementCallTypes, ManagementError } from '@parley/protocol/management';
import { managementCalls } from '@parley/protocol/management/calls';
import { strings } from '../strings/index.ts';
import { ApiError } from './api-error.ts';

export type CallName = ManagementCallName;
export type AnswerOf<N extends CallName> = ManagementCallTypes[N]['answer'];
export type BodyOf<N extends CallName> = ManagementCallTypes[N] extends { body: infer Body }
  ? Body
  : undefined;
export type QueryOf<N extends CallName> = ManagementCallTypes[N] extends { query: infer Query }
  ? Query
  : undefined;

export type Params = Readonly<Record<string, string>>;
export type CallOptions<N extends CallName> = {
  readonly params?: Params;
  readonly body?: BodyOf<N>;
  readonly query?: QueryOf<N>;
};

/** The URL of a call with its parameters filled in. */
export function callUrl<N extends CallName>(name: N, { params = {}, query }: CallOptions<N> = {}): string {
  const path = managementCalls[name].path.replace(/:(\w+)/g, (_, part: string) => {
    const value = params[part];
    if (value === undefined) throw new Error(`${name} needs ${part}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Sends one request to the service. A refused request throws an `ApiError`. */
export async function call<N extends CallName>(name: N, options: CallOptions<N> = {}): Promise<AnswerOf<N>> {
  const response = await fetch(callUrl(name, options), {
    method: managementCalls[name].method,
    credentials: 'same-origin',
    ...(options.body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(options.body) }),
  }).catch(() => {
    throw new ApiError({
      kind: 'offline',
      status: 0,
      code: 'offline',
      message: strings.errors.offline.text,
    });
  });
  if (!response.ok) throw await errorFromResponse(response);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return (await (isJson ? response.json() : response.blob())) as AnswerOf<N>;
}

async function errorFromResponse(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch(() => null)) as Partial<ManagementError> | null;
  const { code = 'internal', message, field } = answer?.error ?? {};
  return new ApiError({
    kind: 'refused',
    status: response.status,
    code,
    message: message ?? strings.errors.service.text,
    ...(field === undefined || message === undefined ? {} : { fields: { [field]: message } }),
  });
}
