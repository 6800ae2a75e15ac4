import { Button } from '@mantine/core';
import type { Session } from '@parley/protocol/dashboard';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { Icon } from '../../icons/Icon.tsx';
import { ask } from '../../parts/ask.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.sessions;

export function DisconnectButton({ session, small = false }: { session: Session; small?: boolean }) {
  const account = useAccountId();
  const disconnect = useApiMutation('sessions.disconnect', {
    params: { account, session: session.id },
    stale: ['sessions.get', 'sessions.list'],
    onDone: () => tellDone(words.disconnected),
    onProblem: tellProblem,
  });
  return (
    <Button
      size={small ? 'compact-sm' : 'sm'}
      variant={small ? 'subtle' : 'outline'}
      color="red"
      leftSection={<Icon name="phone" size={15} />}
      loading={disconnect.isPending}
      onClick={() =>
        ask({
          title: words.disconnectAsk(session.user.name),
          words: words.disconnectWords,
          confirm: words.disconnect,
          run: () => disconnect.mutate({}),
        })
      }
    >
      {words.disconnect}
    </Button>
  );
}
