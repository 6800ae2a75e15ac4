import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { accountRoute } from './root-route.tsx';
import { textParams } from './search-params.ts';

const getParentRoute = () => accountRoute;

export const accountRoutes = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: textParams('range'),
    component: lazyRouteComponent(() => import('../pages/overview/OverviewPage.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/avatars',
    validateSearch: textParams('search'),
    component: lazyRouteComponent(() => import('../pages/avatars/AvatarsPage.tsx'), 'AvatarsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/avatars/new',
    component: lazyRouteComponent(() => import('../pages/new-avatar/NewAvatarPage.tsx'), 'NewAvatarPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/avatars/$avatar/setup',
    validateSearch: textParams('step'),
    component: lazyRouteComponent(() => import('../pages/new-avatar/SetUpPage.tsx'), 'SetUpPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/avatars/$avatar',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/$account/avatars/$avatar/$tab', params: { ...params, tab: 'general' } });
    },
  }),
  createRoute({
    getParentRoute,
    path: '/avatars/$avatar/$tab',
    component: lazyRouteComponent(() => import('../pages/avatar/AvatarPage.tsx'), 'AvatarPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/keys',
    component: lazyRouteComponent(() => import('../pages/keys/KeysPage.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/management-keys',
    component: lazyRouteComponent(
      () => import('../pages/management-keys/ManagementKeysPage.tsx'),
      'ManagementKeysPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('../pages/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks/$webhook',
    component: lazyRouteComponent(() => import('../pages/webhook/WebhookPage.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/deliveries',
    validateSearch: textParams('webhook', 'status', 'event', 'session', 'from', 'to'),
    component: lazyRouteComponent(() => import('../pages/deliveries/DeliveriesPage.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/deliveries/$delivery',
    component: lazyRouteComponent(() => import('../pages/delivery/DeliveryPage.tsx'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events',
    component: lazyRouteComponent(() => import('../pages/events/EventsPage.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions',
    component: lazyRouteComponent(() => import('../pages/sessions/LiveSessionsPage.tsx'), 'LiveSessionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions/past',
    validateSearch: textParams('avatar', 'user', 'from', 'to'),
    component: lazyRouteComponent(() => import('../pages/sessions/PastSessionsPage.tsx'), 'PastSessionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions/$session',
    component: lazyRouteComponent(() => import('../pages/session/SessionPage.tsx'), 'SessionPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/members',
    component: lazyRouteComponent(() => import('../pages/members/MembersPage.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/connected-apps',
    component: lazyRouteComponent(
      () => import('../pages/connected-apps/ConnectedAppsPage.tsx'),
      'ConnectedAppsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: textParams('action', 'person', 'from', 'to'),
    component: lazyRouteComponent(() => import('../pages/audit/AuditPage.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/data',
    validateSearch: textParams('search'),
    component: lazyRouteComponent(() => import('../pages/data/DataPage.tsx'), 'DataPage'),
  }),
] as const;
