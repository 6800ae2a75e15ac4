import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { PartnerWithSecrets } from '@parley/protocol/management';
import { useApiMutation } from '../../api/queries.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import {
  PartnerFields,
  type PartnerValues,
  redirectUrisProblem,
} from '../../components/partners/PartnerFields.tsx';

export function NewPartnerForm(props: {
  onCreated: (created: PartnerWithSecrets) => void;
  onClose: () => void;
}) {
  const form = useForm<PartnerValues>({
    mode: 'controlled',
    initialValues: { name: '', redirectUris: [], webhookUrl: '', conversations: true },
    validate: { redirectUris: redirectUrisProblem },
  });
  const problem = useSubmitError(form);
  const create = useApiMutation('partners.create', {
    invalidates: ['partners.list'],
    onSuccess: props.onCreated,
    onError: (error) => void problem.show(error),
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        problem.clear();
        create.mutate(values);
      }, problem.onInvalid)}
    >
      <Stack>
        <PartnerFields form={form} />
        <FormButtons error={problem.error} busy={create.isPending} onCancel={props.onClose} />
      </Stack>
    </form>
  );
}
