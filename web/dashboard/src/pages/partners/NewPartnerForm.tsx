import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { PartnerWithSecrets } from '@parley/protocol/management';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { PartnerFields, type PartnerValues, redirectUrisProblem } from '../../components/PartnerFields.tsx';

export function NewPartnerForm(props: {
  onCreated: (created: PartnerWithSecrets) => void;
  onClose: () => void;
}) {
  const [error, setError] = useState<unknown>(null);
  const form = useForm<PartnerValues>({
    mode: 'controlled',
    initialValues: { name: '', redirectUris: [], webhookUrl: '', conversations: true },
    validate: { redirectUris: redirectUrisProblem },
  });
  const create = useApiMutation('partners.create', {
    invalidates: ['partners.list'],
    onSuccess: props.onCreated,
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setError(null);
        create.mutate(values);
      })}
    >
      <Stack>
        {error === null ? null : <ErrorAlert error={error} />}
        <PartnerFields form={form} />
        <FormButtons busy={create.isPending} onCancel={props.onClose} />
      </Stack>
    </form>
  );
}
