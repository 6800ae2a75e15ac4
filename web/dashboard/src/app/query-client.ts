import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';

/** Told where the service no longer knows who is asking. */
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
      // A refusal stays one; only what may pass by itself is tried again.
      retry: (count, error) => count < 2 && isApiError(error) && (error.status === 0 || error.status >= 502),
    },
  },
});
