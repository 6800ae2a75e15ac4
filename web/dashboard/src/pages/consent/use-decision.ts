import type { ConsentInput } from '@parley/protocol/management';
import { useApiMutation } from '../../api/queries.ts';

export type Decision = {
  readonly isAllowing: boolean;
  readonly isRefusing: boolean;
  readonly error: unknown;
  readonly allow: (input: ConsentInput) => void;
  readonly refuse: () => void;
};

/** Sends the person's decision to the service, then the browser back to the partner. */
export function useDecision(uid: string): Decision {
  const options = {
    params: { uid },
    onSuccess: ({ continueTo }: { continueTo: string }) => window.location.assign(continueTo),
  };
  const allow = useApiMutation('consent.allow', options);
  const refuse = useApiMutation('consent.deny', options);
  return {
    // The buttons stay busy while the browser leaves.
    isAllowing: allow.isPending || allow.isSuccess,
    isRefusing: refuse.isPending || refuse.isSuccess,
    error: allow.error ?? refuse.error,
    allow: (input) => allow.mutate(input),
    refuse: () => refuse.mutate({}),
  };
}
