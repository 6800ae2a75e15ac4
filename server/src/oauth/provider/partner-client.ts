import { partnerScopes } from '@parley/protocol/management';
import type { AdapterPayload } from 'oidc-provider';
import type { PartnerClient, Partners } from '../../partners/index.ts';

export type FindPartner = Pick<Partners, 'client'>;

/** A partner, as the OAuth library describes clients. Its secret is replaced by the secret's hash. */
export const clientOf = ({ id, name, redirectUris, secretHash }: PartnerClient): AdapterPayload => ({
  client_id: id,
  client_name: name,
  client_secret: secretHash.toString('hex'),
  redirect_uris: [...redirectUris],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: partnerScopes.join(' '),
  token_endpoint_auth_method: 'client_secret_basic',
});
