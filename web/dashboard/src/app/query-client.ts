import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';

/** Called when a request shows that the person is no longer signed in. */
let signedOutListener: () => void = () => {};
export const onSignedOut = (listener: () => void): void => {
  signedOutListener = listener;
};

const reportSignedOut = (error: unknown): void => {
  if (isApiError(error) && error.code === 'unauthorized') signedOutListener();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportSignedOut }),
  mutationCache: new MutationCache({ onError: reportSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refused request would be refused again. Only temporary failures are retried.
      retry: (count, error) => count < 2 && isApiError(error) && (error.status === 0 || error.status >= 502),
    },
  },
});
