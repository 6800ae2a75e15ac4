import type { Topics } from '../bus.ts';
import { createMemoryTopics } from '../memory-topics.ts';
import type { RedisLink } from './redis-link.ts';

const channel = 'parley:topics';

/**
 * Messages to all processes. Listeners of this process hear at once, those of others through Redis. A message is lost
 * where Redis is away, which topics allow.
 */
export async function createRedisTopics(
  link: Pick<RedisLink, 'publish' | 'subscribe'>,
  processId: string,
): Promise<Topics> {
  const here = createMemoryTopics();
  await link.subscribe(channel, (packed) => {
    const [from, topic, ...message] = packed.split(' ');
    if (from !== processId && topic !== undefined) here.publish(topic, message.join(' '));
  });
  return {
    publish(topic, message) {
      here.publish(topic, message);
      link.publish(channel, `${processId} ${topic} ${message}`).catch(() => {});
    },
    subscribe: here.subscribe,
  };
}
