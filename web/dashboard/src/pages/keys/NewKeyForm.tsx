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

const words = strings.keys;

export function NewKeyForm({
  onMade,
  onClose,
}: {
  onMade: (key: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const account = useAccountId();
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm<{ name: string; permissions: string[]; avatarIds: string[]; origins: string[] }>({
    mode: 'controlled',
    initialValues: { name: '', permissions: ['generate_tokens', 'read_avatars'], avatarIds: [], origins: [] },
  });
  const create = useApiMutation('keys.create', {
    params: { account },
    invalidates: ['keys.list', 'account.get'],
    onSuccess: onMade,
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  const submit = form.onSubmit(({ avatarIds, origins, ...rest }) => {
    setProblem(null);
    create.mutate({
      ...rest,
      ...(avatarIds.length === 0 ? {} : { avatarIds }),
      ...(origins.length === 0 ? {} : { origins }),
    });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        {problem === null ? null : <ErrorAlert error={problem} />}
        <TextInput
          label={words.name}
          description={words.nameHint}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={words.permissions} {...form.getInputProps('permissions')}>
          <Stack gap="xs" mt="xs">
            {permissions.map(({ scope, label, opens }) => (
              <Checkbox key={scope} value={scope} label={label} description={opens} />
            ))}
          </Stack>
        </Checkbox.Group>
        <AvatarsSelect
          label={words.allowlist}
          description={words.allowlistHint}
          placeholder={words.allowlistPlaceholder}
          value={form.values.avatarIds}
          error={form.errors.avatarIds}
          onChange={(ids) => form.setFieldValue('avatarIds', ids)}
        />
        <TagsInput
          label={words.origins}
          description={words.originsHint}
          placeholder={words.originsPlaceholder}
          acceptValueOnBlur
          {...form.getInputProps('origins')}
        />
        <FormButtons busy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
