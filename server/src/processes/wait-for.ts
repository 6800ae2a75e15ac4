import { sleep } from '../kernel/index.ts';

/** Calls `probe` until it returns something other than undefined. Returns undefined after `limitMs`. */
export const waitFor = async <T>(
  probe: () => T | undefined | Promise<T | undefined>,
  { limitMs, everyMs = 10 }: { limitMs: number; everyMs?: number },
): Promise<T | undefined> => {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (performance.now() >= end) return undefined;
    await sleep(everyMs);
  }
};
