import { accountRoutes } from './account-routes.ts';
import { profileAndOperatorRoutes } from './profile-and-operator-routes.ts';
import { accountRoute, homeRoute, rootRoute, signedInRoute } from './root-route.tsx';
import { signInRoutes } from './sign-in-routes.ts';

export const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  signedInRoute.addChildren([
    homeRoute,
    ...profileAndOperatorRoutes,
    accountRoute.addChildren([...accountRoutes]),
  ]),
]);
