import type { Topics } from './bus.ts';

type Subscriber = { listener(message: string): void; handleReconnect?(): void };

export type MemoryTopics = Topics & {
  /** Tells every subscriber that messages may have been lost. */
  handleReconnect(): void;
};

export function createMemoryTopics(): MemoryTopics {
  const subscribers = new Map<string, Set<Subscriber>>();
  const publish = (topic: string, message: string): void => {
    for (const { listener } of subscribers.get(topic) ?? []) listener(message);
  };
  return {
    publish,
    publishHere: publish,
    subscribe(topic, listener, handleReconnect) {
      const subscriber = { listener, ...(handleReconnect === undefined ? {} : { handleReconnect }) };
      const set = subscribers.get(topic) ?? new Set();
      subscribers.set(topic, set.add(subscriber));
      return {
        [Symbol.dispose]() {
          set.delete(subscriber);
          if (set.size === 0 && subscribers.get(topic) === set) subscribers.delete(topic);
        },
      };
    },
    handleReconnect() {
      for (const set of subscribers.values()) for (const subscriber of set) subscriber.handleReconnect?.();
    },
  };
}
