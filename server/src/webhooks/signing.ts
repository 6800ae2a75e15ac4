import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export const newSigningSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The key in a secret. It is made once per webhook and not per attempt. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(secret.slice(prefix.length), 'base64');

/** The Standard Webhooks signature of exactly the bytes that are sent; one for each key, the newest first. */
export function signatureOf(
  keys: readonly KeyObject[],
  id: string,
  timestampSeconds: number,
  body: string,
): string {
  const signed = `${id}.${timestampSeconds}.${body}`;
  return keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' ');
}
