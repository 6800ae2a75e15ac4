import { Button } from '@mantine/core';
import type { Webhook } from '@parley/protocol/dashboard';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useAccountId } from '../../api/me.ts';
import { refresh } from '../../api/queries.ts';
import { Icon } from '../../icons/Icon.tsx';
import { ask } from '../../parts/ask.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { tellDone, tellProblem } from '../../parts/tell.ts';
import { strings } from '../../strings/index.ts';

const words = strings.webhook;

export function DeleteWebhook({ webhook }: { webhook: Webhook }) {
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
      tellDone(words.deleted(webhook.name));
      await navigate({ to: '/$account/webhooks', params: { account } });
      await refresh(client, ['webhooks.list', 'avatars.get', 'account.get']);
    },
    onError: tellProblem,
  });
  const begin = () =>
    ask({
      title: words.deleteAsk(webhook.name),
      words: words.deleteWords(webhook.waiting),
      confirm: strings.common.remove,
      run: () => remove.mutate(),
    });
  return (
    <Panel
      danger
      title={words.dangerTitle}
      lead={words.dangerLead}
      actions={
        <Button
          color="red"
          variant="outline"
          leftSection={<Icon name="trash" size={16} />}
          loading={remove.isPending}
          onClick={begin}
        >
          {strings.common.remove}
        </Button>
      }
    />
  );
}
