import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId, useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ask } from '../../parts/ask.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.members;

/** Asks, leaves, and goes where one still belongs. */
export function useLeave(): () => void {
  const account = useAccountId();
  const name = useMe().accounts.find(({ id }) => id === account)?.name ?? '';
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useApiMutation('members.leave', {
    params: { account },
    onDone: () => {
      tellDone(words.left);
      client.clear();
      void navigate({ to: '/' });
    },
    onProblem: tellProblem,
  });
  return () =>
    ask({
      title: words.leaveAsk(name),
      words: words.leaveWords,
      confirm: words.leave,
      run: () => leave.mutate({}),
    });
}
