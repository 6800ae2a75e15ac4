import { createHash, timingSafeEqual } from 'node:crypto';
import { partnerScopes } from '@parley/protocol/management';
import type { AdapterPayload } from 'oidc-provider';
import type { Sql } from '../db/index.ts';

/** A partner, as the OAuth library describes clients. The hash of its secret stands in place of the secret. */
export async function findClient(sql: Sql, id: string): Promise<AdapterPayload | undefined> {
  const [row] = await sql<{ name: string; redirectUris: string[]; hash: Buffer }[]>`
    select name, redirect_uris as "redirectUris", client_secret_hash as hash
    from partners where id = ${id} and deleted_at is null`;
  if (row === undefined) return undefined;
  return {
    client_id: id,
    client_name: row.name,
    client_secret: row.hash.toString('hex'),
    redirect_uris: row.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    scope: partnerScopes.join(' '),
    token_endpoint_auth_method: 'client_secret_basic',
  };
}

/** Compares a given secret with the hash that `findClient` has put in place of the secret. */
export function isSecretOf(client: { clientSecret?: string | undefined }, given: string): boolean {
  const wanted = Buffer.from(client.clientSecret ?? '', 'hex');
  const found = createHash('sha256').update(given).digest();
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}
