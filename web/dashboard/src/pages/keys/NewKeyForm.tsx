import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CreatedApiKey } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { KeyFields, type KeyValues } from './KeyFields.tsx';

export function NewKeyForm({
  onCreated,
  onClose,
}: {
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const account = useAccountId();
  const [error, setError] = useState<unknown>(null);
  const form = useForm<KeyValues>({
    mode: 'controlled',
    initialValues: { name: '', permissions: ['generate_tokens', 'read_avatars'], avatarIds: [], origins: [] },
  });
  const create = useApiMutation('keys.create', {
    params: { account },
    invalidates: ['keys.list', 'account.get'],
    onSuccess: onCreated,
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  const submit = form.onSubmit(({ avatarIds, origins, ...rest }) => {
    setError(null);
    create.mutate({
      ...rest,
      ...(avatarIds.length === 0 ? {} : { avatarIds }),
      ...(origins.length === 0 ? {} : { origins }),
    });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        {error === null ? null : <ErrorAlert error={error} />}
        <KeyFields form={form} />
        <FormButtons busy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
