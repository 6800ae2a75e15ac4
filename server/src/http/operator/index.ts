export { accountEventRoutes } from './account-event-routes.ts';
export { accountRoutes } from './account-routes.ts';
export { avatarRoutes } from './avatar-routes.ts';
export { deliveryRoutes } from './delivery-routes.ts';
export { keyRoutes } from './key-routes.ts';
export { mailRoute } from './mail-route.ts';
export { sessionRoutes } from './session-routes.ts';
export { webhookRoutes } from './webhook-routes.ts';
