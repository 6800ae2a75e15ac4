import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { WebhookWithSecret } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { chosenEventsProblem } from '../../components/chosen-events-problem.ts';
import { EventsChooser } from '../../components/EventsChooser.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { type HeaderField, HeaderFields, headersOf } from '../../components/HeaderFields.tsx';
import { useSubmitError } from '../../components/use-submit-error.ts';
import { strings } from '../../strings/index.ts';

const text = strings.webhooks;

export function NewWebhookForm(props: {
  onCreated: (created: WebhookWithSecret) => void;
  onClose: () => void;
}) {
  const account = useAccountId();
  const form = useForm<{ name: string; url: string; events: string[] | null; lines: HeaderField[] }>({
    mode: 'controlled',
    initialValues: { name: '', url: '', events: null, lines: [] },
    validate: { events: chosenEventsProblem },
  });
  const problem = useSubmitError(form, { names: { headers: 'lines' } });
  const create = useApiMutation('webhooks.create', {
    params: { account },
    invalidates: ['webhooks.list', 'account.get'],
    onSuccess: props.onCreated,
    onError: (error) => void problem.show(error),
  });
  return (
    <form
      onSubmit={form.onSubmit(({ lines, ...values }) => {
        problem.clear();
        create.mutate({ ...values, ...(lines.length === 0 ? {} : { headers: headersOf(lines) }) });
      }, problem.onInvalid)}
    >
      <Stack>
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
        <HeaderFields
          lines={form.values.lines}
          error={form.errors.lines}
          onChange={(lines) => form.setFieldValue('lines', lines)}
        />
        <FormButtons error={problem.error} busy={create.isPending} onCancel={props.onClose} />
      </Stack>
    </form>
  );
}
