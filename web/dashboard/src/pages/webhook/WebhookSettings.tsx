import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { Webhook, WebhookChange } from '@parley/protocol/management';
import { isApiError } from '../../api/api-error.ts';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation, useReadNewest } from '../../api/queries.ts';
import { EditConflict } from '../../components/editing/EditConflict.tsx';
import { SaveBar } from '../../components/editing/SaveBar.tsx';
import { useEditForm } from '../../components/editing/use-edit-form.ts';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Panel } from '../../components/page/Panel.tsx';
import { chosenEventsProblem } from '../../components/webhooks/chosen-events-problem.ts';
import { EventsChooser } from '../../components/webhooks/EventsChooser.tsx';
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
  const params = { account: useAccountId(), webhook: webhook.id };
  const edit = useEditForm({
    stored: webhook,
    toForm: valuesOf,
    read: useReadNewest('webhooks.get', params),
    validate: { events: chosenEventsProblem },
  });
  const { form } = edit;
  const problem = useSubmitError(form, { names: { headers: 'lines' } });
  const { events, replacesHeaders, lines } = form.values;
  const hasHeaders = webhook.headerNames.length > 0;
  const save = useApiMutation('webhooks.update', {
    params,
    ifMatch: edit.version,
    invalidates: ['webhooks.get', 'webhooks.list'],
    onSuccess: (saved) => {
      edit.saved(saved);
      notifySuccess(strings.webhook.saved);
    },
    onError: (error) => {
      // Stored headers are not sent to a new address, so this opens the fields for new ones.
      if (isApiError(error) && error.field === 'headers') form.setFieldValue('replacesHeaders', true);
      void problem.show(edit.refused(error));
    },
  });
  const submit = form.onSubmit(() => {
    problem.clear();
    save.mutate(changeOf(edit.edits()));
  }, problem.onInvalid);
  return (
    <Panel title={strings.webhook.settings}>
      <form onSubmit={submit}>
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
          <EventsChooser
            value={events}
            error={form.errors.events}
            disabled={!canChange}
            onChange={(events) => form.setFieldValue('events', events)}
          />
          {hasHeaders ? (
            <Text size="sm">{fill(text.headersKept, { names: webhook.headerNames.join(', ') })}</Text>
          ) : null}
          {hasHeaders && canChange ? (
            <Checkbox
              label={text.replaceHeaders}
              {...form.getInputProps('replacesHeaders', { type: 'checkbox' })}
            />
          ) : null}
          {canChange && (replacesHeaders || !hasHeaders) ? (
            <HeaderFields
              lines={lines}
              error={form.errors.lines}
              onChange={(next) => form.setFieldValue('lines', next)}
            />
          ) : null}
        </Stack>
        <SaveBar error={problem.error} dirty={form.isDirty()} busy={save.isPending} onUndo={form.reset} />
      </form>
    </Panel>
  );
}
