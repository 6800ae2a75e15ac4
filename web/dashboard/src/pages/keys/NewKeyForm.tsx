import { Checkbox, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CreatedApiKey } from '@parley/protocol/dashboard';
import { permissions } from '@parley/protocol/permissions';
import { useState } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { AvatarsSelect } from '../../components/AvatarsSelect.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { strings } from '../../strings/index.ts';

const text = strings.keys;

export function NewKeyForm({
  onCreated,
  onClose,
}: {
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const account = useAccountId();
  const [error, setError] = useState<unknown>(null);
  const form = useForm<{ name: string; permissions: string[]; avatarIds: string[]; origins: string[] }>({
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
        <TextInput
          label={text.name}
          description={text.nameHint}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={text.permissions} {...form.getInputProps('permissions')}>
          <Stack gap="xs" mt="xs">
            {permissions.map(({ scope, label, opens }) => (
              <Checkbox key={scope} value={scope} label={label} description={opens} />
            ))}
          </Stack>
        </Checkbox.Group>
        <AvatarsSelect
          label={text.allowlist}
          description={text.allowlistHint}
          placeholder={text.allowlistPlaceholder}
          value={form.values.avatarIds}
          error={form.errors.avatarIds}
          onChange={(ids) => form.setFieldValue('avatarIds', ids)}
        />
        <TagsInput
          label={text.origins}
          description={text.originsHint}
          placeholder={text.originsPlaceholder}
          acceptValueOnBlur
          {...form.getInputProps('origins')}
        />
        <FormButtons busy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
