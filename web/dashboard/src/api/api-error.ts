/** Why a request failed. */
export class ApiError extends Error {
  readonly kind: 'offline' | 'refused';
  readonly status: number;
  readonly code: string;
  /** Error messages for single fields of the body. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(details: {
    kind: 'offline' | 'refused';
    status: number;
    code: string;
    message: string;
    fields?: Readonly<Record<string, string>>;
  }) {
    super(details.message);
    this.name = 'ApiError';
    this.kind = details.kind;
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields ?? {};
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
export const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404;
