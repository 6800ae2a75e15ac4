import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { strings } from '../../strings/index.ts';

const words = strings.avatars;

export function NewAvatarForm({ onClose }: { onClose: () => void }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', endpointUrl: '', endpointKey: '' },
  });
  const create = useApiMutation('avatars.create', {
    params: { account },
    invalidates: ['avatars.list', 'account.get'],
    onSuccess: (made) => {
      notifySuccess(words.created(made.name));
      onClose();
      const tab = made.endpointUrl === null ? 'brain' : 'general';
      void navigate({ to: '/$account/avatars/$avatar/$tab', params: { account, avatar: made.id, tab } });
    },
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  const submit = form.onSubmit(({ name, endpointUrl, endpointKey }) =>
    create.mutate({
      name,
      ...(endpointUrl === '' ? {} : { endpointUrl }),
      ...(endpointKey === '' ? {} : { endpointKey }),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        {problem === null ? null : <ErrorAlert error={problem} />}
        <TextInput
          label={words.name}
          description={words.nameHint}
          required
          data-autofocus
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={words.endpointUrl}
          description={words.endpointHint}
          placeholder="https://"
          inputMode="url"
          {...form.getInputProps('endpointUrl')}
        />
        <PasswordInput
          label={words.endpointKey}
          description={words.endpointKeyHint}
          autoComplete="off"
          {...form.getInputProps('endpointKey')}
        />
        <FormButtons busy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
