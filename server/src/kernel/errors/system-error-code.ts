/** The code of an error of the system, the database or Node; undefined if it has none. */
export const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
