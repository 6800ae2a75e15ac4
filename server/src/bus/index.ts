export type * from './bus.ts';
export { nextArrival } from './gcra.ts';
export {
  type LimitStep,
  type Link,
  LinkUnavailable,
  OwnerUnreachable,
  RedisUnreachable,
} from './linked/link.ts';
export { type LinkedBus, type LinkedBusDeps, openLinkedBus } from './linked/linked.ts';
export type { SessionOwner, SessionOwners } from './linked/linked-sessions.ts';
export { createMemoryBus } from './memory.ts';
export { openRedisLink } from './open-redis-link.ts';
export * from './people.ts';
export { createSharedCache, type SharedCache } from './shared-cache.ts';
export { openSharedValue, type SharedValue } from './shared-value.ts';
export { createHub, type Hub } from './workers/hub.ts';
export type { Wire } from './workers/wire.ts';
export { WorkerLink } from './workers/worker-link.ts';
