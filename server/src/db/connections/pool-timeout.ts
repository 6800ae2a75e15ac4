/** No connection of the pool became free in time. The same statement may succeed later. */
export class PoolTimeout extends Error {
  override name = 'PoolTimeout';
  readonly code = 'POOL_TIMEOUT';

  constructor(waitMs: number) {
    super(`no database connection became free within ${waitMs / 1000} s`);
  }
}
