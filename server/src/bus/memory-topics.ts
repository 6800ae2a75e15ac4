import type { Topics } from './bus.ts';

export function createMemoryTopics(): Topics {
  const listeners = new Map<string, Set<(message: string) => void>>();
  return {
    publish(topic, message) {
      for (const listener of listeners.get(topic) ?? []) listener(message);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return {
        [Symbol.dispose]() {
          set.delete(listener);
          if (set.size === 0 && listeners.get(topic) === set) listeners.delete(topic);
        },
      };
    },
  };
}
