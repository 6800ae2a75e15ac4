import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Webhook } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { chosenEventsProblem } from '../../components/chosen-events-problem.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { EventsChooser } from '../../components/EventsChooser.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { type HeaderField, HeaderFields, headersOf } from '../../components/HeaderFields.tsx';
import { notifySuccess } from '../../components/notifications.ts';
import { Panel } from '../../components/Panel.tsx';
import { SaveBar } from '../../components/SaveBar.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.webhooks;

export function WebhookSettings({ webhook, canChange }: { webhook: Webhook; canChange: boolean }) {
  const account = useAccountId();
  const [error, setError] = useState<unknown>(null);
  const [replaces, setReplaces] = useState(false);
  const [lines, setLines] = useState<readonly HeaderField[]>([]);
  const form = useForm<{ name: string; url: string; events: string[] | null }>({
    mode: 'controlled',
    initialValues: { name: webhook.name, url: webhook.url, events: webhook.events },
    validate: { events: chosenEventsProblem },
  });
  const hasHeaders = webhook.headerNames.length > 0;
  const setsHeaders = replaces || lines.length > 0;
  const save = useApiMutation('webhooks.update', {
    params: { account, webhook: webhook.id },
    invalidates: ['webhooks.get', 'webhooks.list'],
    onSuccess: () => {
      form.resetDirty();
      setReplaces(false);
      setLines([]);
      notifySuccess(strings.webhook.saved);
    },
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  const submit = form.onSubmit(({ name, url, events }) => {
    setError(null);
    save.mutate({
      ...(name === webhook.name ? {} : { name }),
      ...(url === webhook.url ? {} : { url }),
      ...(form.isDirty('events') ? { events } : {}),
      ...(setsHeaders ? { headers: headersOf(lines) } : {}),
    });
  });
  const undo = () => {
    form.reset();
    setReplaces(false);
    setLines([]);
  };
  return (
    <Panel title={strings.webhook.settings}>
      <form onSubmit={submit}>
        <Stack>
          {error === null ? null : <ErrorAlert error={error} />}
          <TextInput label={text.name} required readOnly={!canChange} {...form.getInputProps('name')} />
          <TextInput
            label={text.url}
            description={text.urlHint}
            required
            readOnly={!canChange}
            {...form.getInputProps('url')}
          />
          <EventsChooser
            value={form.values.events}
            error={form.errors.events}
            disabled={!canChange}
            onChange={(events) => form.setFieldValue('events', events)}
          />
          {hasHeaders ? <Text size="sm">{text.headersKept(webhook.headerNames.join(', '))}</Text> : null}
          {hasHeaders && canChange ? (
            <Checkbox
              label={text.replaceHeaders}
              checked={replaces}
              onChange={(event) => setReplaces(event.currentTarget.checked)}
            />
          ) : null}
          {canChange && (replaces || !hasHeaders) ? <HeaderFields lines={lines} onChange={setLines} /> : null}
        </Stack>
        <SaveBar dirty={form.isDirty() || setsHeaders} busy={save.isPending} onUndo={undo} />
      </form>
    </Panel>
  );
}
