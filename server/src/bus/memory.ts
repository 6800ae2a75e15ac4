import type { Clock } from '../kernel/index.ts';
import type { Bus } from './bus.ts';
import { createMemoryLimits } from './memory-limits.ts';
import { createMemorySessions } from './memory-sessions.ts';
import { createMemoryTopics } from './memory-topics.ts';

/** The bus of a service with one process. */
export function createMemoryBus(clock: Clock): Bus {
  const topics = createMemoryTopics();
  return {
    limits: createMemoryLimits(clock),
    sessions: createMemorySessions(),
    topics,
    link: { kind: 'none', isUp: () => true, countsLimits: () => true },
    async [Symbol.asyncDispose]() {},
  };
}
