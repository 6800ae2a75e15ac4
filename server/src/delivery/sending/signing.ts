import { createHmac, createSecretKey, type Hmac, type KeyObject, randomBytes } from 'node:crypto';

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
  return keys.map((key) => textOf(createHmac('sha256', key).update(signed))).join(' ');
}

/** The same for a body that is read piece by piece. */
export async function longSignatureOf(
  keys: readonly KeyObject[],
  id: string,
  timestampSeconds: number,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  const signatures = keys.map((key) => createHmac('sha256', key).update(`${id}.${timestampSeconds}.`));
  if (signatures.length === 0) return '';
  for await (const piece of body) for (const signature of signatures) signature.update(piece);
  return signatures.map(textOf).join(' ');
}

const textOf = (signature: Hmac): string => `v1,${signature.digest('base64')}`;
