import { randomUUID } from 'node:crypto';
import type { Log } from '../../kernel/index.ts';
import type { Topics } from '../bus.ts';
import { createMemoryTopics } from '../memory-topics.ts';
import type { Link } from './link.ts';
import { skippingUnreadable } from './skip-unreadable.ts';

const channel = 'topics';

/**
 * Messages to all processes. Listeners in this process get them at once, those in others through the link. While the
 * link is down, messages are lost, so subscribers are notified when it is back.
 */
export async function createLinkedTopics(
  link: Pick<Link, 'publish' | 'subscribe' | 'watch'>,
  log: Log,
): Promise<Topics> {
  const here = createMemoryTopics();
  const origin = randomUUID();
  const handle = (packed: string): void => {
    const [from, topic, ...message] = packed.split(' ');
    if (from !== origin && topic !== undefined) here.publish(topic, message.join(' '));
  };
  await link.subscribe(channel, skippingUnreadable(handle, log));
  link.watch((isUp) => {
    if (isUp) here.handleReconnect();
  });
  return {
    publish(topic, message) {
      here.publish(topic, message);
      link.publish(channel, `${origin} ${topic} ${message}`).catch(() => {});
    },
    publishHere: here.publish,
    subscribe: here.subscribe,
  };
}
