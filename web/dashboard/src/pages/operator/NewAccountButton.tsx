import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.operator;

export function NewAccountButton() {
  const [isOpen, modal] = useDisclosure(false);
  const [error, setError] = useState<unknown>(null);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', email: '' } });
  const create = useApiMutation('accounts.create', {
    invalidates: ['accounts.list', 'mails.list', 'me.get'],
    onSuccess: ({ name }) => {
      notifySuccess(text.created(name));
      form.reset();
      modal.close();
    },
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {text.newAccount}
      </Button>
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title={text.newAccount}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
          <Stack>
            {error === null ? null : <ErrorAlert error={error} />}
            <TextInput label={text.accountName} required data-autofocus {...form.getInputProps('name')} />
            <TextInput
              label={text.ownerEmail}
              description={text.ownerHint}
              type="email"
              required
              {...form.getInputProps('email')}
            />
            <FormButtons busy={create.isPending} onCancel={modal.close} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
