import type { Clock } from '../kernel/index.ts';
import type { Bus, Topics } from './bus.ts';
import { createMemoryLimits } from './memory-limits.ts';
import { createMemorySessions } from './memory-sessions.ts';

/** The bus of a service that is one process. */
export function createMemoryBus(clock: Clock): Bus {
  const topics = createMemoryTopics();
  return {
    limits: createMemoryLimits(clock),
    sessions: createMemorySessions(),
    topics,
    async [Symbol.asyncDispose]() {},
  };
}

function createMemoryTopics(): Topics {
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
