import { Badge } from '@mantine/core';
import { useLiveSessions } from '../../api/live-sessions.ts';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { plural, strings } from '../../strings/index.ts';
import { waitingIn } from './waiting-requests.ts';

const useWaitingCount = (account: string): number => waitingIn(useLiveSessions(account).data).length;
const words = (count: number): string => plural(strings.requests.waiting, count);

/** How many visitors wait for a person, in the navigation. */
export function RequestCount({ account }: { account: string }) {
  const count = useWaitingCount(account);
  if (count === 0) return null;
  return (
    <Badge size="sm" color="yellow" variant="filled" circle autoContrast ml="auto" title={words(count)}>
      {count}
      <span className="sr"> {words(count)}</span>
    </Badge>
  );
}

/** The same on narrow screens, where the navigation is closed. */
export function RequestLink({ account }: { account: string }) {
  const count = useWaitingCount(account);
  if (count === 0) return null;
  return (
    <ButtonLink
      to="/$account/sessions"
      params={{ account }}
      size="compact-sm"
      style={{ flex: 'none' }}
      variant="light"
      color="yellow"
      leftSection={<Icon name="bell" size={16} />}
      aria-label={`${count} ${words(count)}`}
    >
      {count}
    </ButtonLink>
  );
}
