import { accountRoutes } from './account-routes.ts';
import { frontRoutes } from './front-routes.ts';
import { personRoutes } from './person-routes.ts';
import { accountRoute, homeRoute, insideRoute, rootRoute } from './root-route.tsx';

export const routeTree = rootRoute.addChildren([
  ...frontRoutes,
  insideRoute.addChildren([homeRoute, ...personRoutes, accountRoute.addChildren([...accountRoutes])]),
]);
