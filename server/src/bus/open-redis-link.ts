import type { Link } from './linked/link.ts';
import type { RedisLinkOptions } from './redis/redis-link.ts';

/** Connects to Redis. A service with one process never loads the library. */
export async function openRedisLink(options: RedisLinkOptions): Promise<Link> {
  const { RedisLink } = await import('./redis/redis-link.ts');
  const link = new RedisLink(options);
  try {
    await link.connect();
  } catch (error) {
    await link[Symbol.asyncDispose]();
    throw error;
  }
  return link;
}
