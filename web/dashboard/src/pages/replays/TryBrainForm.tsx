import {
  Checkbox,
  Group,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { strings } from '../../strings/index.ts';
import { firstValues, type ReplaySource, type ReplayValues, replayBody } from './replay-body.ts';

const text = strings.replays;

export function TryBrainForm({ source, onClose }: { source: ReplaySource; onClose: () => void }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const create = useCallForm('replays.create', {
    initialValues: firstValues,
    invalidates: ['replays.list'],
    toBody: (values: ReplayValues) => replayBody(values, source, Date.now()),
    onSuccess: async ({ id }) => {
      onClose();
      notifySuccess(text.started);
      await navigate({ to: '/$account/sessions/replays/$replay', params: { account, replay: id } });
    },
  });
  const { form } = create;
  const kindId = useId();
  return (
    <DialogForm form={create} label={text.start} onCancel={onClose}>
      <Text size="sm">{text.formLead}</Text>
      <Stack gap={4}>
        <Text size="sm" fw={500} id={kindId}>
          {text.kind}
        </Text>
        <SegmentedControl
          aria-labelledby={kindId}
          data={[
            { value: 'endpoint', label: text.endpoint },
            { value: 'model', label: text.model },
          ]}
          {...form.getInputProps('kind')}
        />
      </Stack>
      {form.values.kind === 'endpoint' ? (
        <>
          <TextInput
            label={text.url}
            placeholder="https://"
            inputMode="url"
            required
            {...form.getInputProps('endpointUrl')}
          />
          <PasswordInput
            label={text.key}
            description={text.keyHint}
            autoComplete="off"
            {...form.getInputProps('endpointKey')}
          />
        </>
      ) : (
        <>
          <TextInput label={text.modelName} required {...form.getInputProps('modelName')} />
          <TextInput
            label={text.modelUrl}
            description={text.modelUrlHint}
            inputMode="url"
            {...form.getInputProps('modelUrl')}
          />
          <PasswordInput
            label={text.key}
            description={text.keyHint}
            autoComplete="off"
            {...form.getInputProps('modelKey')}
          />
          <Textarea
            label={text.modelPrompt}
            description={text.modelPromptHint}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('modelPrompt')}
          />
        </>
      )}
      {'session' in source ? null : (
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <Select
            label={text.period}
            data={Object.entries(text.periods).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps('days')}
          />
          <NumberInput
            label={text.limit}
            description={text.limitHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={1}
            max={500}
            {...form.getInputProps('limit')}
          />
        </Group>
      )}
      <Checkbox
        label={text.keepUserIds}
        description={text.keepUserIdsHint}
        {...form.getInputProps('keepUserIds', { type: 'checkbox' })}
      />
    </DialogForm>
  );
}
