import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { signedInRoute } from './root-route.tsx';
import { textParams } from './search-params.ts';

const getParentRoute = () => signedInRoute;

export const profileAndOperatorRoutes = [
  createRoute({
    getParentRoute,
    path: '/profile',
    component: lazyRouteComponent(() => import('../pages/profile/ProfilePage.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/operator',
    beforeLoad: () => {
      throw redirect({ to: '/operator/accounts' });
    },
  }),
  createRoute({
    getParentRoute,
    path: '/operator/accounts',
    validateSearch: textParams('search'),
    component: lazyRouteComponent(() => import('../pages/operator/AccountsPage.tsx'), 'AccountsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/operator/accounts/$id',
    component: lazyRouteComponent(() => import('../pages/operator/AccountPage.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/operator/partners',
    component: lazyRouteComponent(() => import('../pages/partners/PartnersPage.tsx'), 'PartnersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/operator/partners/$partner',
    component: lazyRouteComponent(() => import('../pages/partner/PartnerPage.tsx'), 'PartnerPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/operator/partners/$partner/deliveries',
    validateSearch: textParams('status', 'event', 'session', 'from', 'to'),
    component: lazyRouteComponent(
      () => import('../pages/partner-deliveries/PartnerDeliveriesPage.tsx'),
      'PartnerDeliveriesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/operator/partners/$partner/deliveries/$delivery',
    component: lazyRouteComponent(
      () => import('../pages/partner-deliveries/PartnerDeliveryPage.tsx'),
      'PartnerDeliveryPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/operator/mail',
    component: lazyRouteComponent(() => import('../pages/operator/MailPage.tsx'), 'MailPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/operator/processes',
    component: lazyRouteComponent(() => import('../pages/operator/ProcessesPage.tsx'), 'ProcessesPage'),
  }),
] as const;
