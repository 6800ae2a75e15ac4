import { startInterval } from '../kernel/index.ts';
import type { Topics } from './bus.ts';

export type SharedValue<T> = AsyncDisposable & {
  get(): T;
  /** This process has stored another value. All other processes read it. */
  replace(value: T): void;
};

const readEveryMs = 60_000;

/**
 * A value that every process reads from the database and keeps. A message makes a change visible immediately. Reading
 * again every minute makes it visible even if the message was lost.
 */
export async function openSharedValue<T>(options: {
  readonly topic: string;
  readonly topics: Topics;
  read(): Promise<T>;
  onError(error: unknown): void;
}): Promise<SharedValue<T>> {
  const { topic, topics, read, onError } = options;
  let value: T = await read();
  let changes = 0;
  /** A read that began before a change may end after it, and must not bring the old value back. */
  const readAgain = async (): Promise<void> => {
    changes += 1;
    const change = changes;
    const found = await read();
    if (change === changes) value = found;
  };
  const interval = startInterval({ everyMs: readEveryMs, run: readAgain, onError });
  const readSoon = () => void readAgain().catch(onError);
  let isOurs = false;
  const subscription = topics.subscribe(
    topic,
    () => {
      if (!isOurs) readSoon();
    },
    readSoon,
  );
  return {
    get: () => value,
    replace(changed) {
      changes += 1;
      value = changed;
      isOurs = true;
      topics.publish(topic, '');
      isOurs = false;
    },
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]();
      await interval[Symbol.asyncDispose]();
    },
  };
}
