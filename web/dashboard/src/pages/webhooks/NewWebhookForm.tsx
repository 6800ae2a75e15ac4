import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { WebhookWithSecret } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { chosenEventsProblem } from '../../components/chosen-events-problem.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { EventsChooser } from '../../components/EventsChooser.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { type HeaderField, HeaderFields, headersOf } from '../../components/HeaderFields.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.webhooks;

export function NewWebhookForm(props: {
  onCreated: (created: WebhookWithSecret) => void;
  onClose: () => void;
}) {
  const account = useAccountId();
  const [error, setError] = useState<unknown>(null);
  const [lines, setLines] = useState<readonly HeaderField[]>([]);
  const form = useForm<{ name: string; url: string; events: string[] | null }>({
    mode: 'controlled',
    initialValues: { name: '', url: '', events: null },
    validate: { events: chosenEventsProblem },
  });
  const create = useApiMutation('webhooks.create', {
    params: { account },
    invalidates: ['webhooks.list', 'account.get'],
    onSuccess: props.onCreated,
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setError(null);
        create.mutate({ ...values, ...(lines.length === 0 ? {} : { headers: headersOf(lines) }) });
      })}
    >
      <Stack>
        {error === null ? null : <ErrorAlert error={error} />}
        <TextInput label={text.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label={text.url}
          description={text.urlHint}
          placeholder="https://"
          inputMode="url"
          required
          {...form.getInputProps('url')}
        />
        <EventsChooser
          value={form.values.events}
          error={form.errors.events}
          onChange={(events) => form.setFieldValue('events', events)}
        />
        <HeaderFields lines={lines} onChange={setLines} />
        <FormButtons busy={create.isPending} onCancel={props.onClose} />
      </Stack>
    </form>
  );
}
