import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId, useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';

const text = strings.members;

/** Asks for confirmation, leaves the account, and opens another account of the person. */
export function useLeaveAccount(): () => void {
  const account = useAccountId();
  const name = useMe().accounts.find(({ id }) => id === account)?.name ?? '';
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = useApiMutation('members.leave', {
    params: { account },
    onSuccess: () => {
      notifySuccess(text.left);
      client.clear();
      void navigate({ to: '/' });
    },
    onError: notifyError,
  });
  return () =>
    confirmDialog({
      title: fill(text.leaveQuestion, { account: name }),
      text: text.leaveText,
      confirmLabel: text.leave,
      onConfirm: () => leave.mutate({}),
    });
}
