import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.operator;

export function NewAccountButton() {
  const [isOpen, modal] = useDisclosure(false);
  const create = useCallForm('accounts.create', {
    invalidates: ['accounts.list', 'mails.list', 'me.get'],
    initialValues: { name: '', email: '' },
    toBody: (values) => values,
    onSuccess: ({ name }) => {
      notifySuccess(fill(text.created, { name }));
      create.reset();
      modal.close();
    },
  });
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {text.create}
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={text.newAccount}>
        <DialogForm form={create} label={strings.common.create} onCancel={modal.close}>
          <TextInput
            label={text.accountName}
            required
            data-autofocus
            {...create.form.getInputProps('name')}
          />
          <TextInput
            label={text.ownerEmail}
            description={text.ownerHint}
            type="email"
            required
            {...create.form.getInputProps('email')}
          />
        </DialogForm>
      </Modal>
    </>
  );
}
