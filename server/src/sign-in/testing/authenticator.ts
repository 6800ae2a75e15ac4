import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

type Options = { readonly challenge: string };
const text = (value: string | Uint8Array): string => Buffer.from(value).toString('base64url');

/** A passkey in software. It answers like a browser with a security key. */
export class Authenticator {
  /** Whether it verifies its user, by a PIN or a finger. */
  verifiesUser = true;
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #point: { x: Buffer; y: Buffer };
  #count = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  register({ challenge }: Options): Record<string, unknown> {
    const { x, y } = this.#point;
    const key = map([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, x],
      [-3, y],
    ]);
    const length = Buffer.from([0, this.#id.length]);
    const data = Buffer.concat([this.#data(0x40), Buffer.alloc(16), length, this.#id, key]);
    const attestation = map([
      ['fmt', 'none'],
      ['attStmt', map([])],
      ['authData', data],
    ]);
    return this.#answer({
      clientDataJSON: text(this.#client('webauthn.create', challenge)),
      attestationObject: text(attestation),
      transports: ['internal'],
    });
  }

  authenticate({ challenge }: Options): Record<string, unknown> {
    this.#count += 1;
    const data = this.#data(0);
    const client = this.#client('webauthn.get', challenge);
    const hash = createHash('sha256').update(client).digest();
    const signature = createSign('sha256')
      .update(Buffer.concat([data, hash]))
      .sign(this.#privateKey);
    return this.#answer({
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(signature),
    });
  }

  #answer(response: Record<string, unknown>): Record<string, unknown> {
    const id = text(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #data(flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#count);
    const rpIdHash = createHash('sha256').update(new URL(this.#origin).hostname).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags | 1 | (this.verifiesUser ? 4 : 0)]), count]);
  }
}

class Encoded extends Uint8Array {}
type Value = number | string | Buffer | Encoded;

/** The part of CBOR that a passkey needs. */
function map(entries: readonly (readonly [number | string, Value])[]): Encoded {
  const parts = entries.flatMap(([key, value]) => [encode(key), encode(value)]);
  return new Encoded(Buffer.concat([head(5, entries.length), ...parts]));
}

function encode(value: Value): Uint8Array {
  if (value instanceof Encoded) return value;
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  return Buffer.concat([head(2, value.length), value]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  return count < 256
    ? Buffer.from([(major << 5) | 24, count])
    : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}
