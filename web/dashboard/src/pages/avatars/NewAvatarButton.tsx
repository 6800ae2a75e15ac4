import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { NewAvatarForm } from './NewAvatarForm.tsx';

export function NewAvatarButton() {
  const [isOpen, modal] = useDisclosure(false);
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {strings.avatars.create}
      </Button>
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title={strings.avatars.newTitle}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        <NewAvatarForm onClose={modal.close} />
      </Modal>
    </>
  );
}
