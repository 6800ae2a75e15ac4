import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDo } from '../api/queries.ts';
import { tellProblem } from '../parts/tell.ts';

export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signOut = useDo('auth.signOut', {
    onDone: () => {
      client.clear();
      void navigate({ to: '/sign-in' });
    },
    onProblem: tellProblem,
  });
  return { ...signOut, mutate: () => signOut.mutate({}) };
}
