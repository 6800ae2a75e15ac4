/** The headers of a signed request (Standard Webhooks). */
export type Signed = { readonly id: string; readonly timestamp: string; readonly signature: string };

const maxIdLength = 256;
/** A request carries one signature, or two while the secret is being replaced. */
const maxSignatures = 10;

/** Null if a header is missing. */
export function signedHeaders(headers: Headers): Signed | null {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    headers.get(`webhook-${name}`),
  );
  if (!id || !timestamp || !signature || id.length > maxIdLength) return null;
  return { id, timestamp, signature };
}

export function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(typeof secret === 'string' ? secret.replace(/^whsec_/, '') : '');
  if (bytes === null || bytes.length === 0)
    throw new TypeError('The signing secret must be "whsec_" and base64, as it was shown when it was made.');
  return bytes;
}

/** Whether the timestamp is at most `toleranceSeconds` before or after now. */
export function isRecent({ timestamp }: Signed, toleranceSeconds: number, nowMs: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds;
}

/** Whether one of the signatures is right for one of the secrets. WebCrypto compares in constant time. */
export async function isSignedBy(
  secrets: readonly Uint8Array<ArrayBuffer>[],
  { id, timestamp, signature }: Signed,
  body: Uint8Array,
): Promise<boolean> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const given = signature
    .split(' ', maxSignatures)
    .map((part) => (part.startsWith('v1,') ? decodeBase64(part.slice(3)) : null))
    .filter((bytes) => bytes !== null);
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const bytes of given) if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return true;
  }
  return false;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
