import { type Clock, RecentMisses } from '../kernel/index.ts';
import type { Topics } from './bus.ts';

export type SharedCache<T> = Disposable & {
  get(key: string): Promise<T | null> | T | null;
  /** Whether it is in memory, fresh or not. */
  has(key: string): boolean;
  /** Whether `get` answers without a read of its own: from memory, or with a read that is in progress. */
  isAtHand(key: string): boolean;
  /** Tells every process to read this entry again. In this process it takes effect immediately. */
  forget(key: string): void;
  readonly counts: { hits: number; misses: number };
};

type Entry<T> = { value: T; readAtMs: number; reading: boolean };

/**
 * A cache of rows that are read often and changed rarely. A message makes a change visible immediately. The age limit
 * makes it visible even if the message was lost. An entry past half its age is refreshed in the background, so that
 * callers do not wait. Missing rows are remembered, too, for a shorter time: strangers ask for them again and again.
 */
export function createSharedCache<T>(options: {
  topic: string;
  topics: Topics;
  clock: Clock;
  maxAgeMs: number;
  maxEntries: number;
  read(key: string): Promise<T | null>;
}): SharedCache<T> {
  const { topic, topics, clock, maxAgeMs, maxEntries } = options;
  const entries = new Map<string, Entry<T>>();
  const misses = new RecentMisses(clock);
  const counts = { hits: 0, misses: 0 };
  // A read that was in progress when its key was forgotten may return the old row, which must not be cached.
  const reads = new Map<string, Promise<T | null>>();
  const subscription = topics.subscribe(
    topic,
    (key) => {
      entries.delete(key);
      misses.forget(key);
      reads.delete(key);
    },
    () => {
      entries.clear();
      misses.clear();
      reads.clear();
    },
  );

  const readAgain = (key: string): Promise<T | null> => {
    const running = reads.get(key);
    if (running !== undefined) return running;
    const readAtMs = clock.monotonicMs();
    const reading = options.read(key).then(
      (value) => {
        if (reads.get(key) !== reading) return value;
        reads.delete(key);
        entries.delete(key);
        if (value === null) {
          misses.add(key, readAtMs);
          return null;
        }
        if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? '');
        entries.set(key, { value, readAtMs, reading: false });
        return value;
      },
      (error: unknown) => {
        if (reads.get(key) === reading) reads.delete(key);
        throw error;
      },
    );
    reads.set(key, reading);
    return reading;
  };

  return {
    counts,
    get(key) {
      const entry = entries.get(key);
      const ageMs = entry === undefined ? maxAgeMs : clock.monotonicMs() - entry.readAtMs;
      if (entry === undefined && misses.has(key)) {
        counts.hits += 1;
        return null;
      }
      if (entry === undefined || ageMs >= maxAgeMs) {
        counts.misses += 1;
        return readAgain(key);
      }
      counts.hits += 1;
      if (ageMs >= maxAgeMs / 2 && !entry.reading) {
        entry.reading = true;
        readAgain(key).catch(() => {
          entry.reading = false;
        });
      }
      return entry.value;
    },
    has: (key) => entries.has(key),
    isAtHand(key) {
      const entry = entries.get(key);
      if (entry !== undefined && clock.monotonicMs() - entry.readAtMs < maxAgeMs) return true;
      return misses.has(key) || reads.has(key);
    },
    forget: (key) => topics.publish(topic, key),
    [Symbol.dispose]() {
      subscription[Symbol.dispose]();
      entries.clear();
    },
  };
}
