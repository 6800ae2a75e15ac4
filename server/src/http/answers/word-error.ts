/** An error whose code is a word, for endpoints without an error registry of their own. */
export class WordError extends Error {
  override name = 'WordError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
