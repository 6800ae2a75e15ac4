import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CreatedInvitation, Role } from '@parley/protocol/management';
import { useState } from 'react';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { SecretDialog } from '../../components/secrets/SecretDialog.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import { InvitationLink } from './InvitationLink.tsx';

const text = strings.members;
const roles = ['member', 'owner'] as const;

export function InviteButton() {
  const [isOpen, modal] = useDisclosure(false);
  const [shown, setShown] = useState<CreatedInvitation | null>(null);
  const invite = useCallForm('invitations.create', {
    invalidates: ['invitations.list'],
    initialValues: { email: '', role: 'member' as Role, answers: false },
    toBody: ({ answers, ...values }) => ({ ...values, answers: answers || values.role === 'owner' }),
    onSuccess: (invitation) => {
      if (invitation.link !== null) return setShown(invitation);
      notifySuccess(fill(text.invited, { email: invitation.email }));
      close();
    },
  });
  const close = () => {
    modal.close();
    setShown(null);
    invite.reset();
  };
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {text.invite}
      </Button>
      <SecretDialog
        opened={isOpen}
        onClose={close}
        isSecretShown={shown !== null}
        size="lg"
        title={shown === null ? text.inviteTitle : fill(text.linkTitle, { email: shown.email })}
      >
        {shown === null ? (
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
            <Checkbox
              label={text.answers}
              description={text.answersHint}
              disabled={invite.form.values.role === 'owner'}
              {...invite.form.getInputProps('answers')}
              checked={invite.form.values.answers || invite.form.values.role === 'owner'}
            />
          </DialogForm>
        ) : (
          <InvitationLink invitation={shown} onKept={close} />
        )}
      </SecretDialog>
    </>
  );
}
