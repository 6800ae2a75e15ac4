import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Secrets at rest: AES-256-GCM under the first key of a ring, bound to the place they belong to so that a sealed
 * value copied into another row does not open there. The key's id travels with the value; older keys of the ring
 * still open what they sealed.
 */
export type SealedBox = {
  seal(secret: string, place: string): string;
  open(sealed: string, place: string): string;
  /** True where the value was sealed under an older key and should be sealed again. */
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
    seal(secret, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', current, iv);
      cipher.setAAD(Buffer.from(place));
      const body = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${currentId}.${body.toString('base64url')}`;
    },
    open(sealed, place) {
      const [found, keyId, text] = sealed.split('.');
      const key = keyId === undefined ? undefined : byId.get(keyId);
      if (found !== version || text === undefined) throw new SealError('not a sealed value');
      if (key === undefined) throw new SealError(`sealed under key ${keyId}, which is not in the ring`);
      const body = Buffer.from(text, 'base64url');
      if (body.length < ivBytes + tagBytes) throw new SealError('the sealed value is cut short');
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, ivBytes));
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(body.subarray(body.length - tagBytes));
      try {
        const opened = decipher.update(body.subarray(ivBytes, body.length - tagBytes));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        throw new SealError('the sealed value was changed or belongs to another place');
      }
    },
    isStale: (sealed) => sealed.split('.')[1] !== currentId,
  };
}
