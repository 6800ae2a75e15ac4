import { accountRoutes } from './account-routes.ts';
import { profileAndOperatorRoutes } from './profile-and-operator-routes.ts';
import { accountRoute, consentRoute, homeRoute, rootRoute, signedInRoute } from './root-route.tsx';
import { signInRoutes } from './sign-in-routes.ts';

export const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  consentRoute,
  signedInRoute.addChildren([
    homeRoute,
    ...profileAndOperatorRoutes,
    accountRoute.addChildren([...accountRoutes]),
  ]),
]);
