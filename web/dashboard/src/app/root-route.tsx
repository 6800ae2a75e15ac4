import { createRootRoute, createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { isProblem } from '../api/problem.ts';
import { reading } from '../api/queries.ts';
import { lastAccount, rememberAccount } from '../shell/last-account.ts';
import { queryClient } from './query-client.ts';

export const rootRoute = createRootRoute();

const whoIsHere = () => queryClient.ensureQueryData({ ...reading('me.get'), revalidateIfStale: true });

/** Everything behind the sign-in. */
export const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    try {
      await whoIsHere();
    } catch (error) {
      if (!isProblem(error) || error.code !== 'unauthorized') throw error;
      const next = location.pathname + location.searchStr;
      throw redirect({ to: '/sign-in', search: next === '/' ? {} : { next } });
    }
  },
  component: lazyRouteComponent(() => import('../shell/Shell.tsx'), 'Shell'),
});

export const homeRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  beforeLoad: async () => {
    const { accounts } = await whoIsHere();
    const account = accounts.find(({ id }) => id === lastAccount()) ?? accounts[0];
    if (account !== undefined) throw redirect({ to: '/$account', params: { account: account.id } });
  },
  component: lazyRouteComponent(() => import('../shell/NoAccount.tsx'), 'NoAccount'),
});

/** Pages of one account; an account one does not belong to is simply not there. */
export const accountRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/$account',
  beforeLoad: async ({ params }) => {
    const { accounts } = await whoIsHere();
    if (!accounts.some(({ id }) => id === params.account)) throw notFound();
    rememberAccount(params.account);
  },
});
