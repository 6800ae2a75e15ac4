import { Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { Role } from '@parley/protocol/dashboard';
import { useState } from 'react';
import { useAccountId, useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { FormButtons } from '../../components/FormButtons.tsx';
import { showFieldErrors } from '../../components/form-errors.ts';
import { notifySuccess } from '../../components/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

const words = strings.members;

export function InviteButton() {
  const account = useAccountId();
  const { sendsMail } = useMe().installation;
  const [isOpen, modal] = useDisclosure(false);
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm<{ email: string; role: Role }>({
    mode: 'controlled',
    initialValues: { email: '', role: 'member' },
  });
  const close = () => {
    modal.close();
    form.reset();
    setProblem(null);
  };
  const invite = useApiMutation('invitations.create', {
    params: { account },
    invalidates: ['invitations.list'],
    onSuccess: ({ email }) => {
      notifySuccess(sendsMail ? words.invited(email) : words.invitedKept(email));
      close();
    },
    onError: (error) => setProblem(showFieldErrors(form, error)),
  });
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {words.invite}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={words.inviteTitle}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        <form onSubmit={form.onSubmit((input) => invite.mutate(input))}>
          <Stack>
            {problem === null ? null : <ErrorAlert error={problem} />}
            <TextInput
              label={words.email}
              type="email"
              required
              data-autofocus
              {...form.getInputProps('email')}
            />
            <Select
              label={words.role}
              data={[
                { value: 'member', label: words.roles.member },
                { value: 'owner', label: words.roles.owner },
              ]}
              {...form.getInputProps('role')}
            />
            <FormButtons busy={invite.isPending} onCancel={close} label={words.invite} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
