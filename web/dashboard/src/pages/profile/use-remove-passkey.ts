import type { Passkey } from '@parley/protocol/management';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/notifications.ts';
import { strings } from '../../strings/index.ts';

const text = strings.profile;

export function useRemovePasskey(passkey: Passkey): () => void {
  const remove = useApiMutation('me.removePasskey', {
    params: { passkey: passkey.id },
    invalidates: ['me.passkeys', 'me.get'],
    onSuccess: () => notifySuccess(text.passkeyRemoved),
    onError: notifyError,
  });
  return () =>
    confirmDialog({
      title: text.removePasskeyQuestion(passkey.name),
      text: text.removePasskeyText,
      confirmLabel: text.remove,
      onConfirm: () => remove.mutate(undefined),
    });
}
