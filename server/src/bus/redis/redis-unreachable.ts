/** Redis cannot be used at the start; the message says what to change. */
export class RedisUnreachable extends Error {
  override name = 'RedisUnreachable';
}
