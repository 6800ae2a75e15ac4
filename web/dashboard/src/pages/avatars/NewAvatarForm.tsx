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

const text = strings.avatars;

export function NewAvatarForm({ onClose }: { onClose: () => void }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', endpointUrl: '', endpointKey: '' },
  });
  const create = useApiMutation('avatars.create', {
    params: { account },
    invalidates: ['avatars.list', 'account.get'],
    onSuccess: (created) => {
      notifySuccess(text.created(created.name));
      onClose();
      const tab = created.endpointUrl === null ? 'brain' : 'general';
      void navigate({ to: '/$account/avatars/$avatar/$tab', params: { account, avatar: created.id, tab } });
    },
    onError: (error) => setError(showFieldErrors(form, error)),
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
        {error === null ? null : <ErrorAlert error={error} />}
        <TextInput
          label={text.name}
          description={text.nameHint}
          required
          data-autofocus
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={text.endpointUrl}
          description={text.endpointHint}
          placeholder="https://"
          inputMode="url"
          {...form.getInputProps('endpointUrl')}
        />
        <PasswordInput
          label={text.endpointKey}
          description={text.endpointKeyHint}
          autoComplete="off"
          {...form.getInputProps('endpointKey')}
        />
        <FormButtons busy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
