import { Button } from '@mantine/core';
import type { Partner } from '@parley/protocol/management';
import { useApiMutation } from '../../api/queries.ts';
import { confirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.partner;
const invalidates = ['partners.get', 'partners.list', 'partners.deliveries'] as const;

/** Pauses the webhook of a partner, or enables it again. A partner's webhook needs no test before that. */
export function PauseButton({ partner: { id, name, webhook } }: { partner: Partner }) {
  const params = { partner: id };
  const pause = useApiMutation('partners.pause', {
    params,
    invalidates,
    onSuccess: () => notifySuccess(fill(text.paused, { name })),
    onError: notifyError,
  });
  const enable = useApiMutation('partners.enable', {
    params,
    invalidates,
    onSuccess: () => notifySuccess(fill(text.enabled, { name })),
    onError: notifyError,
  });
  if (webhook.state === 'paused') {
    return (
      <Button
        leftSection={<Icon name="play" size={16} />}
        loading={enable.isPending}
        onClick={() => enable.mutate({})}
      >
        {text.enable}
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name="pause" size={16} />}
      loading={pause.isPending}
      onClick={() =>
        confirmDialog({
          title: fill(text.pauseQuestion, { name }),
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
