/**
 * A request that cannot be carried out as it is. The message is for the person who made it: it says what to change and
 * contains no secret. Every other error is our own fault and is only logged.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The name of the invalid input field, if there is one. */
  readonly field: string | null;

  constructor(code: RefusalCode, message: string, field: string | null = null) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
  }
}

export const refusalStatus = {
  invalid: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  wrong_code: 401,
  link_invalid: 400,
  second_factor_needed: 401,
  fresh_sign_in_needed: 403,
  forbidden: 403,
  foreign_origin: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  too_many_requests: 429,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

export const invalid = (message: string, field?: string): Refusal =>
  new Refusal('invalid', message, field ?? null);
export const notFound = (message: string): Refusal => new Refusal('not_found', message);
export const conflict = (message: string): Refusal => new Refusal('conflict', message);
