import type { Avatar } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { DeletePanel } from '../../components/forms/DeletePanel.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';

const text = strings.avatar.advanced;

export function DeleteAvatar({ avatar }: { avatar: Avatar }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const remove = useApiMutation('avatars.delete', {
    params: { account, avatar: avatar.id },
    invalidates: ['avatars.list', 'account.get'],
    onSuccess: () => {
      notifySuccess(fill(text.deleted, { name: avatar.name }));
      void navigate({ to: '/$account/avatars', params: { account } });
    },
    onError: notifyError,
  });
  return (
    <DeletePanel
      title={text.dangerTitle}
      lead={text.dangerLead}
      question={fill(text.deleteQuestion, { name: avatar.name })}
      text={text.deleteText}
      busy={remove.isPending}
      onDelete={() => remove.mutate(undefined)}
    />
  );
}
