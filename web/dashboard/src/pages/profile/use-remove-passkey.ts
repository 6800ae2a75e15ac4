import type { Passkey } from '@parley/protocol/dashboard';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/notifications.ts';
import { strings } from '../../strings/index.ts';

const words = strings.profile;

export function useRemovePasskey(passkey: Passkey): () => void {
  const remove = useApiMutation('me.removePasskey', {
    params: { passkey: passkey.id },
    invalidates: ['me.passkeys', 'me.get'],
    onSuccess: () => notifySuccess(words.passkeyRemoved),
    onError: notifyError,
  });
  return () =>
    confirmDialog({
      title: words.removePasskeyAsk(passkey.name),
      words: words.removePasskeyWords,
      confirmLabel: words.remove,
      onConfirm: () => remove.mutate(undefined),
    });
}
