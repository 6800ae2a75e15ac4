import type { Awaitable } from '../awaitable.ts';

/** Something of the user has not ended in its time. */
export class HandlerTimeout extends Error {
  override name = 'HandlerTimeout';
}

/** Longer times would be over at once. */
const maxTimerMs = 2 ** 31 - 1;
const storeSeconds = 60;

/** Rejects with a HandlerTimeout after the time. The work itself cannot be ended, and goes on. */
export async function within<T>(seconds: number, name: string, work: Awaitable<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new HandlerTimeout(`${name} has not ended within ${seconds} seconds.`));
    timer = setTimeout(fail, Math.min(seconds * 1000, maxTimerMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A store that hangs must not keep a request, and all that wait for it, for ever. */
export const askStore = <T>(work: Awaitable<T>): Promise<T> => within(storeSeconds, 'The store', work);
