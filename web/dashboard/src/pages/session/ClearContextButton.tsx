import { Button } from '@mantine/core';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { strings } from '../../strings/index.ts';

const text = strings.session;

export function ClearContextButton({ session }: { session: string }) {
  const account = useAccountId();
  const clear = useApiMutation('sessions.clearContext', {
    params: { account, session },
    onSuccess: () => notifySuccess(text.cleared),
    onError: notifyError,
  });
  return (
    <Button
      variant="default"
      loading={clear.isPending}
      onClick={() =>
        confirmDialog({
          title: text.clearQuestion,
          text: text.clearText,
          confirmLabel: text.clearContext,
          onConfirm: () => clear.mutate({}),
        })
      }
    >
      {text.clearContext}
    </Button>
  );
}
