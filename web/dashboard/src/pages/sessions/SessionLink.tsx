import { Text } from '@mantine/core';
import type { Session } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { TextLink } from '../../components/page/TextLink.tsx';

export function SessionLink({ session, label }: { session: Session; label: string }) {
  const account = useAccountId();
  return (
    <>
      <TextLink to="/$account/sessions/$session" params={{ account, session: session.id }} size="sm" fw={600}>
        {label}
      </TextLink>
      <Text component="span" size="xs" c="dimmed" display="block" className="mono">
        {session.user.id}
      </Text>
    </>
  );
}
