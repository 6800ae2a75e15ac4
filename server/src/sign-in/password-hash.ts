import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../kernel/index.ts';

const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 64;
const atOnce = 2;
const maxWaiting = 32;

export type Passwords = {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
  /** Takes as long as verifying one, for addresses that nobody has. */
  pretend(password: string): Promise<false>;
};

/**
 * Hashing shares the thread pool with name look-ups, files and signatures, and takes 32 MB each: a crowd of sign-ins
 * may not take all of it. Who finds a long queue is told to come back.
 */
export function createPasswords(limits = { atOnce, maxWaiting }): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];

  const derive = async (password: string, salt: Buffer): Promise<Buffer> => {
    if (running >= limits.atOnce) {
      if (waiting.length >= limits.maxWaiting) {
        throw new Refusal(
          'too_many_requests',
          'Many people are signing in just now. Try again in a few seconds.',
        );
      }
      // Whoever finishes hands over its place, so that nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await new Promise((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, keyBytes, cost, (error, key) =>
          error === null ? resolve(key) : reject(error),
        ),
      );
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
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
