import { randomBytes, timingSafeEqual } from 'node:crypto';
import { normalized, withoutTrailing } from '@parley/protocol';
import { Refusal, Semaphore, SemaphoreFull, type SemaphoreOptions } from '../../kernel/index.ts';
import { type Argon2Cost, type HashInput, HashingThread } from './hashing-thread.ts';

/** OWASP's first choice for passwords. */
export const passwordCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const keyBytes = 32;
/** Old hashes do not contain their parameters. These are the parameters. */
const oldScryptCost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const defaultLimits = { limit: 1, maxWaiting: 32 };

export type Passwords = ReturnType<typeof createPasswords>;

type Parsed = { readonly salt: Buffer; readonly key: Buffer; readonly argon2: Argon2Cost | null };

export type PasswordOptions = {
  readonly limits?: SemaphoreOptions;
  /** The cost of new hashes. Only tests make it cheaper. */
  readonly cost?: Argon2Cost;
};

/**
 * A hash takes 60 ms and 19 MB. If the queue is full because many people sign in at the same time, they must try again.
 * `name` says whose password it is. If many try one name at the same time, other people can still sign in.
 */
export function createPasswords({ limits = defaultLimits, cost = passwordCost }: PasswordOptions = {}) {
  const hashing = new Semaphore(limits);
  const prefix = prefixOf(cost);
  const thread = new HashingThread();

  const derive = async (name: string, { password, ...input }: HashInput): Promise<Buffer> => {
    try {
      return await hashing.run(name, () => thread.hash({ ...input, password: normalized(password, 'NFKC') }));
    } catch (error) {
      if (!(error instanceof SemaphoreFull)) throw error;
      throw new Refusal(
        'too_many_requests',
        'Too many people are signing in right now. Try again in a few seconds.',
      );
    }
  };

  return {
    async hash(password: string, name: string): Promise<string> {
      const salt = randomBytes(16);
      const key = await derive(name, { password, salt, length: keyBytes, by: cost });
      return prefix + [salt, key].map(unpadded).join('$');
    },
    async verify({ hash, password }: { hash: string; password: string }, name: string): Promise<boolean> {
      const parsed = parse(hash);
      if (parsed === null) return false;
      const { salt, key, argon2 } = parsed;
      const by = argon2 ?? oldScryptCost;
      const given = await derive(name, { password, salt, length: key.length, by });
      return timingSafeEqual(key, given);
    },
    /** Whether a hash was made in another way than new hashes are. */
    isOutdated: (hash: string): boolean => !hash.startsWith(prefix),
    /** Takes as long as verifying a password, for addresses that no person has. */
    async pretend(password: string, name: string): Promise<false> {
      await derive(name, { password, salt: randomBytes(16), length: keyBytes, by: cost });
      return false;
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}

/** The usual text form, which holds the parameters. */
const prefixOf = ({ memory, passes, parallelism }: Argon2Cost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
const unpadded = (bytes: Buffer): string => withoutTrailing(bytes.toString('base64'), '=');

function parse(hash: string): Parsed | null {
  const old = /^([0-9a-f]{32}):([0-9a-f]{128})$/.exec(hash);
  if (old !== null) {
    const [, salt = '', key = ''] = old;
    return { salt: Buffer.from(salt, 'hex'), key: Buffer.from(key, 'hex'), argon2: null };
  }
  const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{22,86})$/;
  const [, memory, passes, parallelism, salt = '', key = ''] = form.exec(hash) ?? [];
  if (memory === undefined) return null;
  return {
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
    argon2: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}
