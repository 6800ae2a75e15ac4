import { createRouter } from '@tanstack/react-router';
import { PageError } from '../shell/PageError.tsx';
import { PageNotFound } from '../shell/PageNotFound.tsx';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';
import { onSignedOut } from './query-client.ts';
import { routeTree } from './routes.ts';

export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: PageNotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

onSignedOut(() => {
  const { pathname, searchStr } = router.state.location;
  if (!pathname.startsWith('/sign-in'))
    void router.navigate({ to: '/sign-in', search: { next: pathname + searchStr } });
});
