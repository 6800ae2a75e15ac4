import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Avatar } from '@parley/protocol/management';
import { useNavigate } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';

const text = strings.avatar.duplicate;

/** Asks for a name, and opens the copy. */
export function DuplicateButton({ avatar }: { avatar: Avatar }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {text.open}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={fill(text.title, { name: avatar.name })}>
        <DuplicateForm avatar={avatar} onClose={dialog.close} />
      </Modal>
    </>
  );
}

function DuplicateForm({ avatar, onClose }: { avatar: Avatar; onClose: () => void }) {
  const account = useAccountId();
  const navigate = useNavigate();
  const call = useCallForm('avatars.duplicate', {
    initialValues: { name: fill(text.proposal, { name: avatar.name }) },
    params: { avatar: avatar.id },
    invalidates: ['avatars.list'],
    toBody: (values) => values,
    onSuccess: async ({ id }) => {
      onClose();
      notifySuccess(text.created);
      await navigate({
        to: '/$account/avatars/$avatar/$tab',
        params: { account, avatar: id, tab: 'general' },
      });
    },
  });
  return (
    <DialogForm form={call} label={text.create} onCancel={onClose}>
      <Text size="sm">{text.lead}</Text>
      <TextInput label={text.name} required data-autofocus {...call.form.getInputProps('name')} />
    </DialogForm>
  );
}
