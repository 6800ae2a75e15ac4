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
