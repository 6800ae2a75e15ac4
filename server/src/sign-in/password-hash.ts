import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal, Semaphore, SemaphoreFull, type SemaphoreOptions } from '../kernel/index.ts';

const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 64;
const defaultLimits = { limit: 2, maxWaiting: 32 };

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export type Passwords = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
  /** Takes as long as verifying one, for addresses that nobody has. */
  pretend(password: string): Promise<false>;
};

/**
 * Hashing shares the thread pool with name look-ups, files and signatures, and each hash takes 32 MB. Many sign-ins at
 * the same time must not take all of it. When the queue is full, people are asked to try again.
 */
export function createPasswords(limits: SemaphoreOptions = defaultLimits): Passwords {
  const hashing = new Semaphore(limits);

  const derive = async (password: string, salt: Buffer): Promise<Buffer> => {
    try {
      return await hashing.run(() => scryptAsync(password.normalize('NFKC'), salt, keyBytes, cost));
    } catch (error) {
      if (!(error instanceof SemaphoreFull)) throw error;
      throw new Refusal(
        'too_many_requests',
        'Many people are signing in just now. Try again in a few seconds.',
      );
    }
  };

  return {
    async hash(password) {
      const salt = randomBytes(16);
      return `${salt.toString('hex')}:${(await derive(password, salt)).toString('hex')}`;
    },
    async verify({ hash, password }) {
      const [salt = '', key = ''] = hash.split(':');
      const wanted = Buffer.from(key, 'hex');
      const given = await derive(password, Buffer.from(salt, 'hex'));
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    },
    async pretend(password) {
      await derive(password, randomBytes(16));
      return false;
    },
  };
}
