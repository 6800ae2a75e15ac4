import { hash, randomUUID, timingSafeEqual } from 'node:crypto';

export const newClientSecret = (): string => randomUUID();

/** A secret is random, so one round of SHA-256 cannot be reversed by guessing. */
export const clientSecretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export function isClientSecret(stored: Buffer, given: string): boolean {
  return timingSafeEqual(stored, clientSecretHash(given));
}
