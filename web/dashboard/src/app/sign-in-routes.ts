import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SignInPage } from '../pages/sign-in/SignInPage.tsx';
import { rootRoute } from './root-route.tsx';

type NextSearch = { next?: string };
const validateNext = ({ next }: Record<string, unknown>): NextSearch =>
  typeof next === 'string' ? { next } : {};

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: validateNext,
    component: SignInPage,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/second-step',
    validateSearch: validateNext,
    component: lazyRouteComponent(() => import('../pages/sign-in/SecondFactorPage.tsx'), 'SecondFactorPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in/link',
    component: lazyRouteComponent(() => import('../pages/sign-in/SignInLinkPage.tsx'), 'SignInLinkPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    component: lazyRouteComponent(
      () => import('../pages/sign-in/ForgotPasswordPage.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    component: lazyRouteComponent(
      () => import('../pages/sign-in/ResetPasswordPage.tsx'),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitation',
    component: lazyRouteComponent(() => import('../pages/sign-in/InvitationPage.tsx'), 'InvitationPage'),
  }),
] as const;
