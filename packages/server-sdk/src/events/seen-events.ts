import type { Awaitable } from '../awaitable.ts';

/**
 * Remembers which events were handled, by their `webhook-id`. `begin` must be atomic: of two requests with one id, one
 * gets `new`. A `busy` id must become new again some time after a crash, for example because its entry expires.
 */
export type SeenEvents = {
  begin(id: string): Awaitable<'new' | 'busy' | 'done'>;
  /** The event was handled. */
  finish(id: string): Awaitable<unknown>;
  /** The event was not handled. The next request with this id is new, unless the id is done. */
  abandon(id: string): Awaitable<unknown>;
};

/**
 * Keeps the last ids in the memory of this process. An id that has been busy for `busySeconds` is new again: that must be
 * longer than a handler may take.
 */
export function memoryOfEvents(maxIds = 10_000, busySeconds = 720): SeenEvents {
  /** When each id became busy, or that it is done. */
  const states = new Map<string, number | 'done'>();
  return {
    begin(id) {
      const state = states.get(id);
      if (state === 'done') return 'done';
      const now = performance.now();
      if (state !== undefined && now - state < busySeconds * 1000) return 'busy';
      states.set(id, now);
      return 'new';
    },
    finish(id) {
      states.delete(id);
      states.set(id, 'done');
      if (states.size <= maxIds) return;
      for (const [oldest, state] of states) if (state === 'done') return states.delete(oldest);
    },
    abandon: (id) => states.get(id) !== 'done' && states.delete(id),
  };
}
