import type { JsonRecord } from './record.ts';

/** Why a conversation could not begin or go on. */
export class LiveError extends Error {
  override name = 'LiveError';
  /** For programs: the service's own code if it gave one. */
  readonly code: string;
  /** The HTTP status of a refusal; null if there was no answer. */
  readonly httpStatus: number | null;

  constructor(code: string, message: string, httpStatus: number | null = null) {
    super(message);
    this.code = code;
    this.httpStatus = httpStatus;
  }
}

/** What the service said when it refused a request. `otherwise` is the message if it gave no reason. */
export function refusalOf(answer: JsonRecord | null, status: number, otherwise: string): LiveError {
  const { code, message } = (answer?.error ?? {}) as JsonRecord;
  return typeof code === 'string'
    ? new LiveError(code, typeof message === 'string' ? message : code, status)
    : new LiveError('unexpected_answer', otherwise, status);
}
