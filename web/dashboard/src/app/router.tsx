import { createRouter } from '@tanstack/react-router';
import { PageFailure } from '../shell/PageFailure.tsx';
import { PageMissing } from '../shell/PageMissing.tsx';
import { PagePending } from '../shell/PagePending.tsx';
import { onSignedOut } from './query-client.ts';
import { routeTree } from './routes.tsx';

export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: PageMissing,
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
