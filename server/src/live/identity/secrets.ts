import { hash, randomBytes } from 'node:crypto';

/** Tickets, resume secrets and visitor secrets: 32 random bytes, of which only the hash is kept. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const secretHash = (secret: string): string => hash('sha256', secret, 'hex');

export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);
