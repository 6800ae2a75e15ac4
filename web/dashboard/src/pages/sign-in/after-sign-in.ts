import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';

/** Only places of the dashboard: a link from elsewhere must not send people on to a foreign page. */
const isDashboardPath = (next: string): boolean => /^\/(?![/\\])/.test(next);

/** Where somebody goes who has just signed in. */
export function useFinishSignIn(): (next?: string) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  return (next) => {
    client.clear();
    if (next !== undefined && isDashboardPath(next)) router.history.push(`/dashboard${next}`);
    else void navigate({ to: '/' });
  };
}
