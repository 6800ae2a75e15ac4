import type { Log } from '../../kernel/index.ts';
import { RedisLink, type RedisLinkOptions } from './redis-link.ts';

export type OpenRedisLinkOptions = Omit<RedisLinkOptions, 'handleState'> & { readonly log: Log };

/** Connects to Redis, and logs when the connection is lost and when it is back. */
export async function openRedisLink({ log, ...options }: OpenRedisLinkOptions): Promise<RedisLink> {
  const link = new RedisLink({
    ...options,
    handleState: (isUp, reason) =>
      isUp
        ? log.info('Redis is connected')
        : log.warn(
            { reason },
            'lost the connection to Redis: sessions of other processes cannot be reached, limits count per process',
          ),
  });
  try {
    await link.connect();
  } catch (error) {
    await link[Symbol.asyncDispose]();
    throw error;
  }
  return link;
}
