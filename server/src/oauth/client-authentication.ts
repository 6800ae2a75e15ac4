import { isClientSecret, type PartnerClient } from '../partners/index.ts';
import type { FindPartner } from './provider/partner-client.ts';

const howTo =
  'Use HTTP Basic: send the header "Authorization: Basic" with the base64 of client_id:client_secret.';
/** What clients send in the body with the methods that the service does not offer. */
const inBody = ['client_secret', 'client_assertion'];

/** The client_id and the secret in the header. Each part is encoded as in a form (RFC 6749). */
export function credentialsIn(authorization: string | undefined): { id: string; secret: string } | null {
  const [, encoded = ''] = /^basic ([a-z0-9+/]+={0,2})$/i.exec(authorization ?? '') ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || withoutPadding(bytes.toString('base64')) !== withoutPadding(encoded)) return null;
  const [id, secret] = [decoded(text.slice(0, colon)), decoded(text.slice(colon + 1))];
  return id === null || secret === null ? null : { id, secret };
}

const withoutPadding = (base64: string): string => base64.replaceAll('=', '');

/** Null if it is empty or has other characters than the printable ones of ASCII. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part.replaceAll('+', '%20'));
    return /^[\x20-\x7e]+$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** What is wrong with how a client authenticates; null if it sends credentials, right or wrong. */
export function missingAuthentication(
  authorization: string | undefined,
  body: Uint8Array | undefined,
): string | null {
  if (credentialsIn(authorization) !== null) return null;
  if (authorization !== undefined) return `The Authorization header has no client credentials. ${howTo}`;
  const fields = new URLSearchParams(Buffer.from(body ?? []).toString('utf8'));
  const isInBody = inBody.some((name) => fields.has(name));
  return isInBody ? `The client's credentials must not be in the body. ${howTo}` : howTo;
}

/** Null if the credentials belong to no partner. */
export async function authenticatedClient(
  partners: FindPartner,
  authorization: string | undefined,
): Promise<PartnerClient | null> {
  const given = credentialsIn(authorization);
  if (given === null) return null;
  const partner = await partners.client(given.id);
  return partner !== null && isClientSecret(partner.secretHash, given.secret) ? partner : null;
}
