import { Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { Role } from '@parley/protocol/management';
import { useAccountId, useMe } from '../../api/me.ts';
import { useApiMutation } from '../../api/queries.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { useSubmitError } from '../../components/forms/use-submit-error.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.members;

export function InviteButton() {
  const account = useAccountId();
  const { sendsMail } = useMe().installation;
  const [isOpen, modal] = useDisclosure(false);
  const form = useForm<{ email: string; role: Role }>({
    mode: 'controlled',
    initialValues: { email: '', role: 'member' },
  });
  const problem = useSubmitError(form);
  const close = () => {
    modal.close();
    form.reset();
    problem.clear();
  };
  const invite = useApiMutation('invitations.create', {
    params: { account },
    invalidates: ['invitations.list'],
    onSuccess: ({ email }) => {
      notifySuccess(sendsMail ? fill(text.invited, { email }) : fill(text.invitedKept, { email }));
      close();
    },
    onError: (error) => void problem.show(error),
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
            <FormButtons error={problem.error} busy={invite.isPending} onCancel={close} label={text.invite} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
