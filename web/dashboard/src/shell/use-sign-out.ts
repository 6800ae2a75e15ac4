import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type UseNavigateResult, useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../api/queries.ts';
import { notifyError } from '../components/page/notifications.ts';

/**
 * Opens the sign-in page, then clears the cached queries. In the other order, mounted pages would query again, be
 * refused, and redirect to sign-in a second time while the person types.
 */
export async function goToSignIn(
  client: QueryClient,
  navigate: UseNavigateResult<string>,
  next?: string,
): Promise<void> {
  await navigate({ to: '/sign-in', search: next === undefined ? {} : { next } });
  client.removeQueries({ predicate: ({ queryKey: [name] }) => !String(name).startsWith('auth.') });
}

/** `next` is where the next sign-in leads. */
export function useSignOut(next?: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signOut = useApiMutation('auth.signOut', {
    onSuccess: () => goToSignIn(client, navigate, next),
    onError: notifyError,
  });
  return { ...signOut, mutate: () => signOut.mutate({}) };
}
