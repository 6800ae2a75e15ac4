export { isClientSecret } from './client-secret.ts';
export type { ConsentInput, ConsentRequest, Consents } from './consents.ts';
export { createGrants, type GrantInput, type Grants, type OauthTokens } from './grants.ts';
export type { ActiveGrant, Grant, Partner, PartnerClient } from './partner.ts';
export { createPartners, type PartnerRef, type Partners } from './partners.ts';
