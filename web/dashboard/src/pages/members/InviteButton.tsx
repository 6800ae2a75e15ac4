import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Role } from '@parley/protocol/management';
import { useMe } from '../../api/me.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.members;
const roles = ['member', 'owner'] as const;

export function InviteButton() {
  const { sendsMail } = useMe().installation;
  const [isOpen, modal] = useDisclosure(false);
  const invite = useCallForm('invitations.create', {
    invalidates: ['invitations.list'],
    initialValues: { email: '', role: 'member' as Role },
    toBody: (values) => values,
    onSuccess: ({ email }) => {
      notifySuccess(fill(sendsMail ? text.invited : text.invitedKept, { email }));
      close();
    },
  });
  const close = () => {
    modal.close();
    invite.reset();
  };
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {text.invite}
      </Button>
      <Modal opened={isOpen} onClose={close} title={text.inviteTitle}>
        <DialogForm form={invite} label={text.invite} onCancel={close}>
          <TextInput
            label={text.email}
            type="email"
            required
            data-autofocus
            {...invite.form.getInputProps('email')}
          />
          <Select
            label={text.role}
            data={roles.map((role) => ({ value: role, label: text.roles[role] }))}
            {...invite.form.getInputProps('role')}
          />
        </DialogForm>
      </Modal>
    </>
  );
}
