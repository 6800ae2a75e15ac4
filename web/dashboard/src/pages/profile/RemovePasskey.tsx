import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Passkey } from '@parley/protocol/management';
import { useApiMutation } from '../../api/queries.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { fill, strings } from '../../strings/index.ts';
import { PasswordStep } from './PasswordStep.tsx';

const text = strings.profile;

export function RemovePasskey({ passkey, hasPassword }: { passkey: Passkey; hasPassword: boolean }) {
  const [isOpen, modal] = useDisclosure(false);
  const remove = useApiMutation('me.removePasskey', {
    params: { passkey: passkey.id },
    invalidates: ['me.passkeys', 'me.get'],
    onSuccess: () => {
      modal.close();
      notifySuccess(text.passkeyRemoved);
    },
  });
  return (
    <>
      <Button variant="subtle" color="red" size="compact-sm" onClick={modal.open}>
        {text.remove}
      </Button>
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title={fill(text.removePasskeyQuestion, { name: passkey.name })}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        <Text size="sm" mb="md">
          {text.removePasskeyText}
        </Text>
        <PasswordStep
          danger
          hasPassword={hasPassword}
          busy={remove.isPending}
          error={remove.error}
          confirm={text.remove}
          onConfirm={remove.mutate}
        />
      </Modal>
    </>
  );
}
