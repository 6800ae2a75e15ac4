import type { Clock, Log } from '../../kernel/index.ts';
import type { Bus } from '../bus.ts';
import { createMemoryLimits } from '../memory-limits.ts';
import { createRedisLimits } from './redis-limits.ts';
import { RedisLink } from './redis-link.ts';
import { createRedisSessions } from './redis-sessions.ts';
import { createRedisTopics } from './redis-topics.ts';

export type RedisBusDeps = {
  readonly url: string;
  readonly processId: string;
  readonly clock: Clock;
  readonly log: Log;
  ownerOf(sessionId: string): Promise<string | null>;
  /** For tests with their own time. */
  readonly nowMs?: () => number;
};

/** The bus of a service that is several processes. */
export async function openRedisBus(deps: RedisBusDeps): Promise<Bus> {
  const { url, processId, clock, log, ownerOf } = deps;
  await using opening = new AsyncDisposableStack();
  const link = opening.use(
    new RedisLink({
      url,
      handleState: (isUp, reason) =>
        isUp
          ? log.info('Redis is connected')
          : log.warn(
              { reason },
              'Redis is away: sessions of other processes cannot be reached, limits count per process',
            ),
    }),
  );
  await link.connect();
  const limits = createRedisLimits({
    link,
    fallback: createMemoryLimits(clock),
    ...(deps.nowMs === undefined ? {} : { nowMs: deps.nowMs }),
  });
  const sessions = await createRedisSessions({ link, processId, ownerOf });
  const topics = await createRedisTopics(link, processId);
  const open = opening.move();
  return { limits, sessions, topics, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
