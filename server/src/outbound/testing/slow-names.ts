import { SystemLookups } from '../addresses/system-lookups.ts';
import { createSystemResolver, type ResolveFor } from '../addresses/system-resolver.ts';
import { startNameServer } from './name-server.ts';

export type SlowNames = AsyncDisposable & {
  readonly resolve: ResolveFor;
  /** Resolves when the system has been asked for this many names that begin with "slow". */
  areAsked(count: number): Promise<void>;
};

/**
 * Names that only the operating system knows, as in a private network. All of them are 127.0.0.1. Those that begin with
 * "slow" take until the end of the test.
 */
export async function startSlowNames(): Promise<SlowNames> {
  const server = await startNameServer(() => 'unknown');
  const ends: (() => void)[] = [];
  const lookup = (host: string): Promise<readonly string[]> =>
    host.startsWith('slow')
      ? new Promise((_resolve, reject) => ends.push(() => reject(new Error('the test is over'))))
      : Promise.resolve(['127.0.0.1']);
  const resolve = createSystemResolver({
    askSystem: true,
    servers: [server.address],
    lookup,
    lookups: new SystemLookups(20),
  });
  return {
    resolve,
    async areAsked(count) {
      while (ends.length < count) await new Promise(setImmediate);
    },
    async [Symbol.asyncDispose]() {
      // When one ends, the next one of its account begins.
      while (ends.length > 0) {
        ends.shift()?.();
        await new Promise(setImmediate);
      }
      await server[Symbol.asyncDispose]();
    },
  };
}
