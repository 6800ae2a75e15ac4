import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { WebhookWithSecret } from '@parley/protocol/management';
import { AvatarsSelect } from '../../components/forms/AvatarsSelect.tsx';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { chosenEventsProblem } from '../../components/webhooks/chosen-events-problem.ts';
import { EventSample } from '../../components/webhooks/EventSample.tsx';
import { EventsChooser } from '../../components/webhooks/EventsChooser.tsx';
import { type HeaderField, HeaderFields, headersOf } from '../../components/webhooks/HeaderFields.tsx';
import { strings } from '../../strings/index.ts';
import { useCreateWebhook } from './use-create-webhook.ts';

const text = strings.webhooks;

export function NewWebhookForm(props: {
  onCreated: (created: WebhookWithSecret) => void;
  onClose: () => void;
}) {
  const form = useForm<{
    name: string;
    url: string;
    events: string[] | null;
    lines: HeaderField[];
    avatarIds: string[];
  }>({
    mode: 'controlled',
    initialValues: { name: '', url: '', events: null, lines: [], avatarIds: [] },
    validate: { events: chosenEventsProblem },
  });
  const problem = useSubmitError(form, { names: { headers: 'lines' } });
  const create = useCreateWebhook({
    onCreated: props.onCreated,
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
        <AvatarsSelect
          label={text.avatars}
          description={text.avatarsHint}
          placeholder={text.avatarsPlaceholder}
          value={form.values.avatarIds}
          onChange={(ids) => form.setFieldValue('avatarIds', ids)}
        />
        <EventsChooser
          value={form.values.events}
          error={form.errors.events}
          onChange={(events) => form.setFieldValue('events', events)}
        />
        <EventSample events={form.values.events} />
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
