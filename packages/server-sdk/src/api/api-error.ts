import { type ErrorBody, type ErrorName, errorCodes, type FailBody } from '@parley/protocol/contract';

/** `unreachable`: there was no answer. `unexpected`: the answer is not one of the contract, as from a proxy. */
export type ApiErrorName = ErrorName | 'unreachable' | 'unexpected';

/** A call was refused. `reason` says why in one word, `code` is the number of the contract, if there is one. */
export class ParleyApiError extends Error {
  override name = 'ParleyApiError';
  readonly reason: ApiErrorName;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly code: number | null;

  constructor(
    reason: ApiErrorName,
    status: number,
    code: number | null,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.reason = reason;
    this.status = status;
    this.code = code;
  }
}

export async function errorIn(response: Response): Promise<ParleyApiError> {
  const { status } = response;
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody & FailBody> | null;
  // Above the limit per source address there is no body.
  const code = body?.error?.code ?? body?.failReason ?? (status === 429 ? errorCodes.rateLimited.code : null);
  const names = Object.keys(errorCodes) as ErrorName[];
  const reason = names.find((name) => errorCodes[name].code === code && errorCodes[name].status === status);
  const message = body?.error?.message ?? body?.message ?? `The service answered ${status}.`;
  return new ParleyApiError(reason ?? 'unexpected', status, code, message);
}
