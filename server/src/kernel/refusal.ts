/**
 * Something a person asked for that cannot be done as asked. The message is for that person: it says what to
 * change and holds no secret. Everything else that is thrown is a fault of ours and stays in the log.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

export const refusalStatus = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  too_many_requests: 429,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

export const invalid = (message: string): Refusal => new Refusal('invalid', message);
export const notFound = (message: string): Refusal => new Refusal('not_found', message);
export const conflict = (message: string): Refusal => new Refusal('conflict', message);
