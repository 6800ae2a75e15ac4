import { Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { Role } from '@parley/protocol/management';
import { useState } from 'react';
import { useAccountId, useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.members;

export function InviteButton() {
  const account = useAccountId();
  const { sendsMail } = useMe().installation;
  const [isOpen, modal] = useDisclosure(false);
  const [error, setError] = useState<unknown>(null);
  const form = useForm<{ email: string; role: Role }>({
    mode: 'controlled',
    initialValues: { email: '', role: 'member' },
  });
  const close = () => {
    modal.close();
    form.reset();
    setError(null);
  };
  const invite = useApiMutation('invitations.create', {
    params: { account },
    invalidates: ['invitations.list'],
    onSuccess: ({ email }) => {
      notifySuccess(sendsMail ? text.invited(email) : text.invitedKept(email));
      close();
    },
    onError: (error) => setError(showFieldErrors(form, error)),
  });
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {text.invite}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={text.inviteTitle}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
          <Stack>
            {error === null ? null : <ErrorAlert error={error} />}
            <TextInput
              label={text.email}
              type="email"
              required
              data-autofocus
              {...form.getInputProps('email')}
            />
            <Select
              label={text.role}
              data={[
                { value: 'member', label: text.roles.member },
                { value: 'owner', label: text.roles.owner },
              ]}
              {...form.getInputProps('role')}
            />
            <FormButtons busy={invite.isPending} onCancel={close} label={text.invite} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
