export { accountRoutes } from './account-routes.ts';
export { avatarRoutes } from './avatar-routes.ts';
export { keyRoutes } from './key-routes.ts';
export { sessionRoutes } from './session-routes.ts';
