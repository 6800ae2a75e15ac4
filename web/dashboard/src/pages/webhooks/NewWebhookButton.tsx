import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { WebhookWithSecret } from '@parley/protocol/management';
import { useAccountId } from '../../api/account-id.ts';
import { call } from '../../api/call.ts';
import { useApiMutation } from '../../api/queries.ts';
import { AvatarsSelect } from '../../components/forms/AvatarSelect.tsx';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifyError } from '../../components/page/notifications.ts';
import { type CreateFormProps, CreateSecretButton } from '../../components/secrets/CreateSecretButton.tsx';
import { EventSample } from '../../components/webhooks/EventSample.tsx';
import { chosenEventsProblem, EventsChooser } from '../../components/webhooks/EventsChooser.tsx';
import { type HeaderField, HeaderFields, headersOf } from '../../components/webhooks/HeaderFields.tsx';
import { TestResult } from '../../components/webhooks/TestResult.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.webhooks;
type Values = {
  name: string;
  url: string;
  events: string[] | null;
  lines: HeaderField[];
  avatarIds: string[];
};

export function NewWebhookButton() {
  return (
    <CreateSecretButton<WebhookWithSecret>
      text={text}
      Form={NewWebhookForm}
      secretsOf={({ secret }) => [[text.secret, secret]]}
      Below={SendTest}
    />
  );
}

/** Creates a webhook, then assigns avatars to it. The webhook stays if an avatar cannot be changed. */
function NewWebhookForm({ onCreated, onClose }: CreateFormProps<WebhookWithSecret>) {
  const account = useAccountId();
  const create = useCallForm('webhooks.create', {
    invalidates: ['webhooks.list', 'account.get', 'avatars.get'],
    initialValues: { name: '', url: '', events: null, lines: [], avatarIds: [] } as Values,
    validate: { events: chosenEventsProblem },
    names: { headers: 'lines' },
    toBody: ({ lines, avatarIds: _, ...values }) => ({
      ...values,
      ...(lines.length === 0 ? {} : { headers: headersOf(lines) }),
    }),
    onSuccess: async (created) => {
      const assigned = await Promise.allSettled(
        form
          .getValues()
          .avatarIds.map((avatar) =>
            call('avatars.update', { params: { account, avatar }, body: { webhookId: created.id } }),
          ),
      );
      const failed = assigned.find((result) => result.status === 'rejected');
      if (failed !== undefined) notifyError(failed.reason);
      onCreated(created);
    },
  });
  const { form } = create;
  return (
    <DialogForm form={create} label={strings.common.create} onCancel={onClose}>
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
        {...form.getInputProps('avatarIds')}
        value={form.values.avatarIds}
      />
      <EventsChooser {...form.getInputProps('events')} value={form.values.events} />
      <EventSample events={form.values.events} />
      <HeaderFields {...form.getInputProps('lines')} value={form.values.lines} />
    </DialogForm>
  );
}

/** Sends a test event to the webhook that was just created. */
function SendTest({ created }: { created: WebhookWithSecret }) {
  const test = useApiMutation('webhooks.test', {
    params: { webhook: created.id },
    invalidates: ['webhooks.get', 'webhooks.list', 'deliveries.list'],
  });
  return (
    <Stack gap="xs">
      <Text size="sm">{text.testHint}</Text>
      <div>
        <Button
          variant="light"
          leftSection={<Icon name="play" size={16} />}
          loading={test.isPending}
          onClick={() => test.mutate({})}
        >
          {text.sendTest}
        </Button>
      </div>
      <SubmitError error={test.error} />
      <TestResult result={test.data} />
    </Stack>
  );
}
