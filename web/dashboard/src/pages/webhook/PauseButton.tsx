import { Button } from '@mantine/core';
import type { Webhook } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.webhook;

export function PauseButton({ webhook }: { webhook: Webhook }) {
  const account = useAccountId();
  const pause = useApiMutation('webhooks.pause', {
    params: { account, webhook: webhook.id },
    invalidates: ['webhooks.get', 'webhooks.list', 'deliveries.list', 'overview.get'],
    onSuccess: () => notifySuccess(fill(text.paused, { name: webhook.name })),
    onError: notifyError,
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="pause" size={16} />}
      loading={pause.isPending}
      onClick={() =>
        confirmDialog({
          title: fill(text.pauseQuestion, { name: webhook.name }),
          text: text.pauseText,
          confirmLabel: text.pause,
          danger: false,
          onConfirm: () => pause.mutate({}),
        })
      }
    >
      {text.pause}
    </Button>
  );
}
