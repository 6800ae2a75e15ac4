import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { Webhook, WebhookChange } from '@parley/protocol/management';
import { isApiError } from '../../api/api-error.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { SaveBar } from '../../components/editing/SaveBar.tsx';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { chosenEventsProblem, EventsChooser } from '../../components/webhooks/EventsChooser.tsx';
import { type HeaderField, HeaderFields, headersOf } from '../../components/webhooks/HeaderFields.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.webhooks;

type Values = {
  name: string;
  url: string;
  events: string[] | null;
  replacesHeaders: boolean;
  lines: HeaderField[];
};

const valuesOf = ({ name, url, events }: Webhook): Values => ({
  name,
  url,
  events,
  replacesHeaders: false,
  lines: [],
});

const changeOf = ({ replacesHeaders, lines = [], ...plain }: Partial<Values>): WebhookChange => ({
  ...plain,
  ...(replacesHeaders || lines.length > 0 ? { headers: headersOf(lines) } : {}),
});

export function WebhookSettings({ webhook, canChange }: { webhook: Webhook; canChange: boolean }) {
  const { form, ...edit } = useEditForm({
    stored: webhook,
    toForm: valuesOf,
    validate: { events: chosenEventsProblem },
    names: { headers: 'lines' },
    read: 'webhooks.get',
    save: 'webhooks.update',
    params: { webhook: webhook.id },
    invalidates: ['webhooks.get', 'webhooks.list'],
    toChange: changeOf,
    onSaved: () => notifySuccess(strings.webhook.saved),
    // Stored headers are not sent to a new address, so this opens the fields for new ones.
    onRefused: (error) => {
      if (isApiError(error) && error.field === 'headers') form.setFieldValue('replacesHeaders', true);
    },
  });
  const hasHeaders = webhook.headerNames.length > 0;
  return (
    <Panel title={strings.webhook.settings}>
      <form onSubmit={edit.submit}>
        <Stack>
          <EditConflict conflict={edit.conflict} />
          <TextInput label={text.name} required readOnly={!canChange} {...form.getInputProps('name')} />
          <TextInput
            label={text.url}
            description={text.urlHint}
            required
            readOnly={!canChange}
            {...form.getInputProps('url')}
          />
          <EventsChooser disabled={!canChange} {...form.getInputProps('events')} value={form.values.events} />
          {hasHeaders ? (
            <Text size="sm">{fill(text.headersKept, { names: webhook.headerNames.join(', ') })}</Text>
          ) : null}
          {hasHeaders && canChange ? (
            <Checkbox
              label={text.replaceHeaders}
              {...form.getInputProps('replacesHeaders', { type: 'checkbox' })}
            />
          ) : null}
          {canChange && (form.values.replacesHeaders || !hasHeaders) ? (
            <HeaderFields {...form.getInputProps('lines')} value={form.values.lines} />
          ) : null}
        </Stack>
        <SaveBar error={edit.error} dirty={form.isDirty()} busy={edit.isSending} onUndo={form.reset} />
      </form>
    </Panel>
  );
}
