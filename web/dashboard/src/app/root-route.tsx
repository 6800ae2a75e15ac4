import { createRootRoute, createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { isApiError } from '../api/api-error.ts';
import { apiQueryOptions } from '../api/queries.ts';
import { lastAccount, rememberAccount } from '../shell/last-account.ts';
import { queryClient } from './query-client.ts';

export const rootRoute = createRootRoute();

const loadMe = () => queryClient.ensureQueryData({ ...apiQueryOptions('me.get'), revalidateIfStale: true });

/** Asks first whether the person is signed in. A refused request would be an error in the browser's console. */
async function isSignedIn(): Promise<boolean> {
  const me = apiQueryOptions('me.get');
  if (queryClient.getQueryData(me.queryKey) !== undefined) return true;
  return (await queryClient.fetchQuery({ ...apiQueryOptions('auth.options'), staleTime: 0 })).signedIn;
}

async function requireSignIn({ location }: { location: { pathname: string; searchStr: string } }) {
  const next = location.pathname + location.searchStr;
  const toSignIn = () => redirect({ to: '/sign-in', search: next === '/' ? {} : { next } });
  if (!(await isSignedIn())) throw toSignIn();
  try {
    await loadMe();
  } catch (error) {
    throw isApiError(error) && error.code === 'unauthorized' ? toSignIn() : error;
  }
}

/** The parent of all pages that need a sign-in. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../shell/Shell.tsx'), 'Shell'),
});

/** The parent of the operator's pages. */
export const operatorRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'operators',
  component: lazyRouteComponent(() => import('../shell/OperatorOnly.tsx'), 'OperatorOnly'),
});

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async () => {
    const { accounts } = await loadMe();
    const account = accounts.find(({ id }) => id === lastAccount()) ?? accounts[0];
    if (account !== undefined) throw redirect({ to: '/$account', params: { account: account.id } });
  },
  component: lazyRouteComponent(() => import('../shell/NoAccount.tsx'), 'NoAccount'),
});

/** People come here from a partner and go back to it, so there is no navigation. */
export const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect/$uid',
  beforeLoad: requireSignIn,
  component: lazyRouteComponent(() => import('../pages/consent/ConsentPage.tsx'), 'ConsentPage'),
});

/** The pages of one account. If the person is not a member of the account, it is not found. */
export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/$account',
  beforeLoad: async ({ params }) => {
    const { accounts } = await loadMe();
    if (!accounts.some(({ id }) => id === params.account)) throw notFound();
    rememberAccount(params.account);
  },
});
