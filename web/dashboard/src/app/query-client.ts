import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isProblem } from '../api/problem.ts';

/** Told where the service no longer knows who is asking. */
let whenSignedOut: () => void = () => {};
export const onSignedOut = (listener: () => void): void => {
  whenSignedOut = listener;
};

const look = (error: unknown): void => {
  if (isProblem(error) && error.code === 'unauthorized') whenSignedOut();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: look }),
  mutationCache: new MutationCache({ onError: look }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal stays one; only what may pass by itself is tried again.
      retry: (count, error) => count < 2 && isProblem(error) && (error.status === 0 || error.status >= 502),
    },
  },
});
