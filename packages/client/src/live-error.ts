/** Why a conversation could not begin, or could not go on. */
export class LiveError extends Error {
  override name = 'LiveError';
  /** A word to decide by: the service's own where it gave one. */
  readonly code: string;
  /** Of the HTTP answer that refused; null where there was none. */
  readonly httpStatus: number | null;

  constructor(code: string, message: string, httpStatus: number | null = null) {
    super(message);
    this.code = code;
    this.httpStatus = httpStatus;
  }
}
