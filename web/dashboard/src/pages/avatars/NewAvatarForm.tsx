import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { FormButtons } from '../../components/FormButtons.tsx';
import { notifySuccess } from '../../components/notifications.ts';
import { useSubmitError } from '../../components/use-submit-error.ts';
import { strings } from '../../strings/index.ts';

const text = strings.avatars;

export function NewAvatarForm({ onClose }: { onClose: () => void }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', endpointUrl: '', endpointKey: '' },
  });
  const problem = useSubmitError(form);
  const create = useApiMutation('avatars.create', {
    params: { account },
    invalidates: ['avatars.list', 'account.get'],
    onSuccess: (created) => {
      notifySuccess(text.created(created.name));
      onClose();
      const tab = created.endpointUrl === null ? 'brain' : 'general';
      void navigate({ to: '/$account/avatars/$avatar/$tab', params: { account, avatar: created.id, tab } });
    },
    onError: (error) => void problem.show(error),
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
        <FormButtons error={problem.error} busy={create.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
