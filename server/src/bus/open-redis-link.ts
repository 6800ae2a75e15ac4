import type { Link } from './linked/link.ts';
import type { OpenRedisLinkOptions } from './redis/redis.ts';

/** Connects to Redis. A service with one process never loads the library. */
export async function openRedisLink(options: OpenRedisLinkOptions): Promise<Link> {
  const redis = await import('./redis/redis.ts');
  return await redis.openRedisLink(options);
}
