import { argon2, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal, Semaphore, SemaphoreFull, type SemaphoreOptions } from '../kernel/index.ts';

/** OWASP's first choice for passwords. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const keyBytes = 32;
/** Hashes from before the parameters were stored with them. */
const oldScryptCost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const defaultLimits = { limit: 2, maxWaiting: 32 };

const argon2Async = promisify(argon2);
const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** `name` says whose password it is. A name that many try at once does not keep others from signing in. */
export type Passwords = {
  hash(password: string, name: string): Promise<string>;
  verify(given: { hash: string; password: string }, name: string): Promise<boolean>;
  /** Whether a hash was made in another way than new ones are. */
  isOutdated(hash: string): boolean;
  /** Takes as long as verifying one, for addresses that nobody has. */
  pretend(password: string, name: string): Promise<false>;
};

type Argon2Cost = typeof cost;
type Parsed = { readonly salt: Buffer; readonly key: Buffer; readonly argon2: Argon2Cost | null };

/**
 * Hashing shares the thread pool with name look-ups, files and signatures, and each hash takes 19 MB. Many sign-ins at
 * the same time must not take all of it. When the queue is full, people are asked to try again.
 */
export function createPasswords(limits: SemaphoreOptions = defaultLimits): Passwords {
  const hashing = new Semaphore(limits);

  const queued = async (name: string, work: () => Promise<Buffer>): Promise<Buffer> => {
    try {
      return await hashing.run(name, work);
    } catch (error) {
      if (!(error instanceof SemaphoreFull)) throw error;
      throw new Refusal(
        'too_many_requests',
        'Many people are signing in just now. Try again in a few seconds.',
      );
    }
  };
  const derive = (password: string, nonce: Buffer, by: Argon2Cost, tagLength: number): Promise<Buffer> =>
    argon2Async('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...by });
  const deriveOld = (password: string, salt: Buffer, length: number): Promise<Buffer> =>
    scryptAsync(password.normalize('NFKC'), salt, length, oldScryptCost);

  return {
    async hash(password, name) {
      const salt = randomBytes(16);
      return written(salt, await queued(name, () => derive(password, salt, cost, keyBytes)));
    },
    async verify({ hash, password }, name) {
      const parsed = parse(hash);
      if (parsed === null) return false;
      const { salt, key } = parsed;
      const { argon2: by } = parsed;
      const given = await queued(name, () =>
        by === null ? deriveOld(password, salt, key.length) : derive(password, salt, by, key.length),
      );
      return timingSafeEqual(key, given);
    },
    isOutdated: (hash) => !hash.startsWith(prefix),
    async pretend(password, name) {
      await queued(name, () => derive(password, randomBytes(16), cost, keyBytes));
      return false;
    },
  };
}

const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`;

/** The usual text form, which holds the parameters. */
const written = (salt: Buffer, key: Buffer): string => prefix + [salt, key].map(unpadded).join('$');
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

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
