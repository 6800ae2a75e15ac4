import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError } from '../../components/page/notifications.ts';
import { goToSignIn } from '../../shell/use-sign-out.ts';
import { strings } from '../../strings/index.ts';

const text = strings.profile;

export function SignOutEverywhere() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const end = useApiMutation('auth.signOutEverywhere', {
    onSuccess: () => goToSignIn(client, navigate),
    onError: notifyError,
  });
  return (
    <Button
      variant="outline"
      color="red"
      loading={end.isPending}
      onClick={() =>
        confirmDialog({
          title: text.everywhereQuestion,
          text: text.everywhereText,
          confirmLabel: text.everywhere,
          onConfirm: () => end.mutate({}),
        })
      }
    >
      {text.everywhere}
    </Button>
  );
}
