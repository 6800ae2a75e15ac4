import { hash, randomBytes } from 'node:crypto';

/** A ticket, resume secret or visitor secret: 32 random bytes. Only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const secretHash = (secret: string): string => hash('sha256', secret, 'hex');

export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);
