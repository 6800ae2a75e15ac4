import { promises as dns } from 'node:dns';
import { setTimeout as delay } from 'node:timers/promises';
import { SystemLookups } from './system-lookups.ts';

/** All addresses of a name; rejects if there is none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The same, on behalf of an account. */
export type ResolveFor = (host: string, signal: AbortSignal, account: string) => Promise<readonly string[]>;

export interface SystemResolverOptions {
  /** Ask the operating system for names that DNS does not know: hosts file, search domains. */
  askSystem: boolean;
  /** Name servers instead of the system's. */
  servers?: readonly string[] | undefined;
  lookup?: ((host: string) => Promise<readonly string[]>) | undefined;
  /** Limits look-ups by the operating system. By default the whole process shares one, as it shares its threads. */
  lookups?: SystemLookups | undefined;
}

const otherFamilyGraceMs = 50;
const systemLookups = new SystemLookups();

/**
 * Asks DNS without threads. getaddrinfo holds one of libuv's four threads until the name servers answer, so a few
 * names with silent servers would stall files, hashing and every other look-up. It is asked second, only if the
 * operator allows private targets, and for few names of different accounts at once.
 */
export function createSystemResolver(options: SystemResolverOptions): ResolveFor {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  const { lookup = systemLookup, lookups = systemLookups } = options;

  return async (host, signal, account) => {
    try {
      return await resolveBothFamilies(resolver, host);
    } catch (error) {
      if (!options.askSystem) throw error;
      return await lookups
        .run(account, () => lookup(host), { signal })
        .catch(() => {
          throw error;
        });
    }
  };
}

async function resolveBothFamilies(resolver: dns.Resolver, host: string): Promise<readonly string[]> {
  const found: string[] = [];
  const ipv4 = resolver.resolve4(host).then((addresses) => void found.unshift(...addresses));
  const ipv6 = resolver.resolve6(host).then((addresses) => void found.push(...addresses));
  // Some name servers never answer for one of the two families; the other must not wait for them.
  await Promise.any([ipv4, ipv6]).catch(() => ipv4);
  await Promise.race([
    Promise.allSettled([ipv4, ipv6]),
    delay(otherFamilyGraceMs, undefined, { ref: false }),
  ]);
  return [...found];
}

async function systemLookup(host: string): Promise<readonly string[]> {
  const entries = await dns.lookup(host, { all: true });
  return entries.map((entry) => entry.address);
}
