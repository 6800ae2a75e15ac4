import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CreatedApiKey } from '@parley/protocol/management';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { KeyFields, type KeyValues } from './KeyFields.tsx';

export function NewKeyForm({
  onCreated,
  onClose,
}: {
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const account = useAccountId();
  const form = useForm<KeyValues>({
    mode: 'controlled',
    initialValues: { name: '', permissions: ['generate_tokens', 'read_avatars'], avatarIds: [], origins: [] },
  });
  const problem = useSubmitError(form);
  const create = useApiMutation('keys.create', {
    params: { account },
    invalidates: ['keys.list', 'account.get'],
    onSuccess: onCreated,
    onError: (error) => void problem.show(error),
  });
  const submit = form.onSubmit(({ avatarIds, origins, ...rest }) => {
    problem.clear();
    create.mutate({
      ...rest,
      ...(avatarIds.length === 0 ? {} : { avatarIds }),
      ...(origins.length === 0 ? {} : { origins }),
    });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <KeyFields form={form} />
        <FormButtons error={problem.error} busy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
