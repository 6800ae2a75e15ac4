import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';

/** Accepts only paths of the dashboard, so that a link cannot redirect people to another site. */
const isDashboardPath = (next: string): boolean => /^\/(?![/\\])/.test(next);

/** Returns a function that leads a person to the requested page after sign-in. */
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
