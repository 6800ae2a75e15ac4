export { isClientSecret } from './client-secret.ts';
export type { ConsentInput, ConsentRequest, Consents } from './consents.ts';
export {
  conversationsForPartners,
  createPartnerOutbox,
  type PartnerOutbox,
} from './events/partner-outbox.ts';
export { createGrants, type GrantInput, type Grants, type OauthTokens } from './grants.ts';
export type { ActiveGrant, Grant, Partner, PartnerClient } from './partner.ts';
export { createPartners, type PartnerRef, type Partners } from './partners.ts';
export { listPartnerDeliveries, replayPartnerDelivery } from './webhooks/partner-deliveries.ts';
export { createPartnerWebhooks, type PartnerWebhooks } from './webhooks/partner-webhooks.ts';
