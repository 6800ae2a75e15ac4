import { Select, Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useAccountId } from '../../api/me.ts';
import { useApiQuery } from '../../api/queries.ts';
import { Panel } from '../../parts/Panel.tsx';
import { TextLink } from '../../parts/TextLink.tsx';
import { strings } from '../../strings/index.ts';
import type { AdvancedValues } from './advanced-values.ts';

const words = strings.avatar.advanced;

export function EventFields({ form }: { form: UseFormReturnType<AdvancedValues> }) {
  const account = useAccountId();
  const webhooks = useApiQuery('webhooks.list', { params: { account } });
  const options = webhooks.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Panel
      title={words.webhookTitle}
      actions={
        <TextLink to="/$account/webhooks" params={{ account }} size="sm">
          {words.manageWebhooks}
        </TextLink>
      }
    >
      <Stack>
        <Select
          label={words.webhook}
          description={words.webhookHint}
          data={[{ value: '', label: words.noWebhook }, ...options]}
          {...form.getInputProps('webhookId')}
        />
        <Switch
          label={words.transcript}
          description={words.transcriptHint}
          {...form.getInputProps('transcript', { type: 'checkbox' })}
        />
      </Stack>
    </Panel>
  );
}
