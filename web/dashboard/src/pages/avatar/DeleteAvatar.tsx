import type { Avatar } from '@parley/protocol/dashboard';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { RemovePanel } from '../../parts/RemovePanel.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.avatar.advanced;

export function DeleteAvatar({ avatar }: { avatar: Avatar }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const remove = useApiMutation('avatars.delete', {
    params: { account, avatar: avatar.id },
    stale: ['avatars.list', 'account.get'],
    onDone: () => {
      tellDone(words.deleted(avatar.name));
      void navigate({ to: '/$account/avatars', params: { account } });
    },
    onProblem: tellProblem,
  });
  return (
    <RemovePanel
      title={words.dangerTitle}
      lead={words.dangerLead}
      question={words.deleteAsk(avatar.name)}
      words={words.deleteWords}
      busy={remove.isPending}
      onRemove={() => remove.mutate(undefined)}
    />
  );
}
