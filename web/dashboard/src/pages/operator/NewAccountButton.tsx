import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useApiMutation } from '../../api/queries.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.operator;

export function NewAccountButton() {
  const [isOpen, modal] = useDisclosure(false);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', email: '' } });
  const problem = useSubmitError(form);
  const create = useApiMutation('accounts.create', {
    invalidates: ['accounts.list', 'mails.list', 'me.get'],
    onSuccess: ({ name }) => {
      notifySuccess(fill(text.created, { name }));
      form.reset();
      modal.close();
    },
    onError: (error) => void problem.show(error),
  });
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {text.create}
      </Button>
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title={text.newAccount}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
          <Stack>
            <TextInput label={text.accountName} required data-autofocus {...form.getInputProps('name')} />
            <TextInput
              label={text.ownerEmail}
              description={text.ownerHint}
              type="email"
              required
              {...form.getInputProps('email')}
            />
            <FormButtons error={problem.error} busy={create.isPending} onCancel={modal.close} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
