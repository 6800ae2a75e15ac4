/** The database cannot be used. The message is one line for the operator and contains no password. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/** No connection of the pool became free in time. The same statement may succeed later. */
export class PoolTimeout extends Error {
  override name = 'PoolTimeout';
  readonly code = 'POOL_TIMEOUT';

  constructor(waitMs: number) {
    super(`no database connection became free within ${waitMs / 1000} s`);
  }
}
