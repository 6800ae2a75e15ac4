import type { Session } from '@parley/protocol/management';
import { ActionButton } from '../../components/forms/ActionButton.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.sessions;

export function DisconnectButton({ session, small = false }: { session: Session; small?: boolean }) {
  return (
    <ActionButton
      call="sessions.disconnect"
      params={{ session: session.id }}
      invalidates={['sessions.get', 'sessions.list']}
      size={small ? 'compact-sm' : 'sm'}
      variant={small ? 'subtle' : 'outline'}
      color="red"
      {...(small ? {} : { icon: 'phone' as const })}
      label={text.disconnect}
      question={{
        title: fill(text.disconnectQuestion, { user: session.user.name }),
        text: text.disconnectText,
      }}
      done={text.disconnected}
    />
  );
}
