import { Select } from '@mantine/core';
import { useAccountId } from '../../../api/me.ts';
import { useApiItems } from '../../../api/queries.ts';
import { strings } from '../../../strings/index.ts';
import type { SettingFieldProps } from './setting-values.ts';

/** One of the account's webhooks, or none. */
export function WebhookField({ entry: { name, setting }, form }: SettingFieldProps) {
  const webhooks = useApiItems('webhooks.list', { account: useAccountId() });
  const options = webhooks.data?.map((webhook) => ({ value: webhook.id, label: webhook.name })) ?? [];
  return (
    <Select
      label={setting.label}
      description={setting.meaning}
      data={[{ value: '', label: strings.avatar.settings.noWebhook }, ...options]}
      {...form.getInputProps(name)}
    />
  );
}
