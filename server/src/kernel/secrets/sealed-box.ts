import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Encrypts stored secrets with AES-256-GCM and the first key of a ring. A sealed value is bound to its row: a copy in
 * another row does not open. The value contains the id of its key, so older keys of the ring still open what they
 * sealed.
 */
export type SealedBox = {
  /** Names the current key in what it seals. */
  readonly keyId: string;
  seal(secret: string, context: string): string;
  open(sealed: string, context: string): string;
  /** True if the value was sealed with an older key and should be sealed again. */
  isStale(sealed: string): boolean;
};

export class SealError extends Error {
  override name = 'SealError';
}

const version = 's1';
const ivBytes = 12;
const tagBytes = 16;

const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

export function createSealedBox(keys: readonly Buffer[]): SealedBox {
  const [current] = keys;
  if (current === undefined) throw new SealError('a sealed box needs at least one key');
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]));
  const currentId = keyIdOf(current);

  return {
    keyId: currentId,
    seal(secret, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', current, iv);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${currentId}.${body.toString('base64url')}`;
    },
    open(sealed, context) {
      const [found, keyId, text] = sealed.split('.');
      const key = keyId === undefined ? undefined : byId.get(keyId);
      if (found !== version || text === undefined) throw new SealError('not a sealed value');
      if (key === undefined) throw new SealError(`sealed under key ${keyId}, which is not in the ring`);
      const body = Buffer.from(text, 'base64url');
      if (body.length < ivBytes + tagBytes) throw new SealError('the sealed value is cut short');
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, ivBytes));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(body.subarray(body.length - tagBytes));
      try {
        const opened = decipher.update(body.subarray(ivBytes, body.length - tagBytes));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        throw new SealError('the sealed value was changed or belongs to another context');
      }
    },
    isStale: (sealed) => sealed.split('.')[1] !== currentId,
  };
}
