export type * from './bus.ts';
export { nextArrival } from './gcra.ts';
export { createMemoryBus } from './memory.ts';
export { createSharedCache, type SharedCache } from './shared-cache.ts';
