import type { Webhook } from '@parley/protocol/management';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useAccountId } from '../../api/me.ts';
import { invalidateCalls } from '../../api/queries.ts';
import { DeletePanel } from '../../components/forms/DeletePanel.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';

const text = strings.webhook;

export function DeleteWebhook({ webhook }: { webhook: Webhook }) {
  const { waiting } = webhook;
  const account = useAccountId();
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      call('webhooks.delete', {
        params: { account, webhook: webhook.id },
        query: { discard: webhook.waiting > 0 },
      }),
    onSuccess: async () => {
      notifySuccess(fill(text.deleted, { name: webhook.name }));
      await navigate({ to: '/$account/webhooks', params: { account } });
      await invalidateCalls(client, ['webhooks.list', 'avatars.get', 'account.get']);
    },
    onError: notifyError,
  });
  return (
    <DeletePanel
      title={text.dangerTitle}
      lead={text.dangerLead}
      question={fill(text.deleteQuestion, { name: webhook.name })}
      text={waiting === 0 ? text.deleteText : fill(text.deleteWaitingText, { waiting })}
      busy={remove.isPending}
      onDelete={() => remove.mutate()}
    />
  );
}
