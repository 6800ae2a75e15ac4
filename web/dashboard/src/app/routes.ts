import { createRoute, redirect } from '@tanstack/react-router';
import { SignInPage } from '../pages/sign-in/SignInPage.tsx';
import { pagesBelow } from './page-route.ts';
import {
  accountRoute,
  consentRoute,
  homeRoute,
  operatorRoute,
  rootRoute,
  signedInRoute,
} from './root-route.tsx';
import { textParams } from './search-params.ts';

const rootPage = pagesBelow(() => rootRoute);
const signedInPage = pagesBelow(() => signedInRoute);
const operatorPage = pagesBelow(() => operatorRoute);
const accountPage = pagesBelow(() => accountRoute);

const signInRoutes = [
  // It is part of the first page.
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: textParams('next'),
    component: SignInPage,
  }),
  rootPage(
    '/sign-in/second-step',
    'SecondFactorPage',
    () => import('../pages/sign-in/SecondFactorPage.tsx'),
    'next',
  ),
  rootPage('/sign-in/link', 'SignInLinkPage', () => import('../pages/sign-in/SignInLinkPage.tsx')),
  rootPage('/forgot-password', 'ForgotPasswordPage', () => import('../pages/sign-in/ForgotPasswordPage.tsx')),
  rootPage('/reset-password', 'ResetPasswordPage', () => import('../pages/sign-in/ResetPasswordPage.tsx')),
  rootPage('/invitation', 'InvitationPage', () => import('../pages/sign-in/InvitationPage.tsx')),
] as const;

const operatorRoutes = [
  createRoute({
    getParentRoute: () => operatorRoute,
    path: '/operator',
    beforeLoad: () => {
      throw redirect({ to: '/operator/accounts' });
    },
  }),
  operatorPage(
    '/operator/accounts',
    'AccountsPage',
    () => import('../pages/operator/AccountsPage.tsx'),
    'search',
  ),
  operatorPage('/operator/accounts/$id', 'AccountPage', () => import('../pages/operator/AccountPage.tsx')),
  operatorPage('/operator/partners', 'PartnersPage', () => import('../pages/partners/PartnersPage.tsx')),
  operatorPage(
    '/operator/partners/$partner',
    'PartnerPage',
    () => import('../pages/partner/PartnerPage.tsx'),
  ),
  operatorPage(
    '/operator/partners/$partner/deliveries',
    'PartnerDeliveriesPage',
    () => import('../pages/partner-deliveries/PartnerDeliveriesPage.tsx'),
    'status',
    'event',
    'session',
    'from',
    'to',
  ),
  operatorPage(
    '/operator/partners/$partner/deliveries/$delivery',
    'PartnerDeliveryPage',
    () => import('../pages/partner-deliveries/PartnerDeliveryPage.tsx'),
  ),
  operatorPage('/operator/mail', 'MailPage', () => import('../pages/operator/MailPage.tsx')),
  operatorPage('/operator/processes', 'ProcessesPage', () => import('../pages/operator/ProcessesPage.tsx')),
] as const;

const accountRoutes = [
  accountPage('/', 'OverviewPage', () => import('../pages/overview/OverviewPage.tsx'), 'range'),
  accountPage('/avatars', 'AvatarsPage', () => import('../pages/avatars/AvatarsPage.tsx'), 'search'),
  accountPage('/avatars/new', 'NewAvatarPage', () => import('../pages/new-avatar/NewAvatarPage.tsx')),
  accountPage(
    '/avatars/$avatar/setup',
    'SetUpPage',
    () => import('../pages/new-avatar/SetUpPage.tsx'),
    'step',
  ),
  createRoute({
    getParentRoute: () => accountRoute,
    path: '/avatars/$avatar',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/$account/avatars/$avatar/$tab', params: { ...params, tab: 'general' } });
    },
  }),
  accountPage('/avatars/$avatar/$tab', 'AvatarPage', () => import('../pages/avatar/AvatarPage.tsx')),
  accountPage('/keys', 'KeysPage', () => import('../pages/keys/KeysPage.tsx')),
  accountPage(
    '/management-keys',
    'ManagementKeysPage',
    () => import('../pages/management-keys/ManagementKeysPage.tsx'),
  ),
  accountPage('/webhooks', 'WebhooksPage', () => import('../pages/webhooks/WebhooksPage.tsx')),
  accountPage('/webhooks/$webhook', 'WebhookPage', () => import('../pages/webhook/WebhookPage.tsx')),
  accountPage(
    '/deliveries',
    'DeliveriesPage',
    () => import('../pages/deliveries/DeliveriesPage.tsx'),
    'webhook',
    'status',
    'event',
    'session',
    'from',
    'to',
  ),
  accountPage('/deliveries/$delivery', 'DeliveryPage', () => import('../pages/delivery/DeliveryPage.tsx')),
  accountPage('/events', 'EventsPage', () => import('../pages/events/EventsPage.tsx')),
  accountPage('/sessions', 'LiveSessionsPage', () => import('../pages/sessions/LiveSessionsPage.tsx')),
  accountPage(
    '/sessions/past',
    'PastSessionsPage',
    () => import('../pages/sessions/PastSessionsPage.tsx'),
    'avatar',
    'user',
    'turns',
    'from',
    'to',
  ),
  accountPage('/sessions/replays', 'ReplaysPage', () => import('../pages/replays/ReplaysPage.tsx')),
  accountPage(
    '/sessions/replays/$replay',
    'ReplayPage',
    () => import('../pages/replay/ReplayPage.tsx'),
    'show',
    'of',
  ),
  accountPage('/sessions/$session', 'SessionPage', () => import('../pages/session/SessionPage.tsx'), 'tab'),
  accountPage('/members', 'MembersPage', () => import('../pages/members/MembersPage.tsx')),
  accountPage(
    '/connected-apps',
    'ConnectedAppsPage',
    () => import('../pages/connected-apps/ConnectedAppsPage.tsx'),
  ),
  accountPage(
    '/audit',
    'AuditPage',
    () => import('../pages/audit/AuditPage.tsx'),
    'action',
    'person',
    'from',
    'to',
  ),
  accountPage('/data', 'DataPage', () => import('../pages/data/DataPage.tsx'), 'search'),
] as const;

export const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  consentRoute,
  signedInRoute.addChildren([
    homeRoute,
    signedInPage('/profile', 'ProfilePage', () => import('../pages/profile/ProfilePage.tsx')),
    operatorRoute.addChildren([...operatorRoutes]),
    accountRoute.addChildren([...accountRoutes]),
  ]),
]);
