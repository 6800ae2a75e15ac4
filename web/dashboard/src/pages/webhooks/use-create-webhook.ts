import type { NewWebhook, WebhookWithSecret } from '@parley/protocol/management';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useAccountId } from '../../api/me.ts';
import { invalidateCalls, useApiMutation } from '../../api/queries.ts';
import { notifyError } from '../../components/page/notifications.ts';

/** Creates a webhook, then assigns avatars to it. The webhook stays if an avatar cannot be changed. */
export function useCreateWebhook(options: {
  onCreated: (created: WebhookWithSecret) => void;
  onError: (error: unknown) => void;
}) {
  const account = useAccountId();
  const client = useQueryClient();
  const create = useApiMutation('webhooks.create', {
    params: { account },
    invalidates: ['webhooks.list', 'account.get'],
  });
  return useMutation({
    mutationFn: async ({ avatarIds, ...webhook }: NewWebhook & { avatarIds: readonly string[] }) => {
      const created = await create.mutateAsync(webhook);
      const assigned = await Promise.allSettled(
        avatarIds.map((avatar) =>
          call('avatars.update', { params: { account, avatar }, body: { webhookId: created.id } }),
        ),
      );
      const failed = assigned.find((result) => result.status === 'rejected');
      if (failed !== undefined) notifyError(failed.reason);
      if (avatarIds.length > 0) await invalidateCalls(client, ['webhooks.list', 'avatars.get']);
      return created;
    },
    onSuccess: options.onCreated,
    onError: options.onError,
  });
}
