import { partnerScopes } from '@parley/protocol/management';
import { paths } from './provider/configuration.ts';

/** What clients need to know of this authorization server (RFC 8414). */
export const discoveryDocument = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: baseUrl + paths.authorize,
  token_endpoint: baseUrl + paths.token,
  revocation_endpoint: baseUrl + paths.revoke,
  jwks_uri: baseUrl + paths.jwks,
  scopes_supported: [...partnerScopes],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});
