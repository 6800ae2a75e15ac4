import { randomFillSync } from 'node:crypto';

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Asking the system for a few bytes costs as much as asking for many. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

function nextByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  // The bytes must not stay in memory, because they are part of a secret.
  pool[used] = 0;
  used += 1;
  return byte;
}

/** Uniformly random characters. Bytes that would favour the first letters of the alphabet are discarded. */
export function randomText(alphabet: string, length: number): string {
  const usable = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    const byte = nextByte();
    if (byte < usable) text += alphabet[byte % alphabet.length];
  }
  return text;
}

export const randomBase32 = (length: number): string => randomText(base32, length);
