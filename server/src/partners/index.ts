export { isClientSecret } from './client-secret.ts';
export type { ConsentInput, ConsentRequest, Consents } from './consents.ts';
export {
  conversationsForPartners,
  createPartnerOutbox,
  type PartnerOutbox,
} from './events/partner-outbox.ts';
export { createGrants, type Grants } from './grants.ts';
export type { Grant, Partner, PartnerClient } from './partner.ts';
export { createPartners, type Partners } from './partners.ts';
export { listPartnerDeliveries, replayPartnerDelivery } from './webhooks/partner-deliveries.ts';
export { createPartnerWebhooks, type PartnerWebhooks } from './webhooks/partner-webhooks.ts';
