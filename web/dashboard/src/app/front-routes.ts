import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SignInPage } from '../pages/front/SignInPage.tsx';
import { rootRoute } from './root-route.tsx';

type Next = { next?: string };
const withNext = ({ next }: Record<string, unknown>): Next => (typeof next === 'string' ? { next } : {});

export const frontRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: withNext,
    component: SignInPage,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/second-step',
    validateSearch: withNext,
    component: lazyRouteComponent(() => import('../pages/front/SecondStepPage.tsx'), 'SecondStepPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/link',
    component: lazyRouteComponent(() => import('../pages/front/LinkPage.tsx'), 'LinkPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    component: lazyRouteComponent(
      () => import('../pages/front/ForgotPasswordPage.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('../pages/front/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    component: lazyRouteComponent(() => import('../pages/front/InvitationPage.tsx'), 'InvitationPage'),
  }),
] as const;
