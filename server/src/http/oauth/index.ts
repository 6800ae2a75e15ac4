export { discoveryRoutes } from './discovery-routes.ts';
export { sendFault } from './error-page.ts';
export { oauthRoutes } from './oauth-routes.ts';
