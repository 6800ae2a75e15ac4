import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WebhookWithSecret } from '@parley/protocol/dashboard';
import { useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { SecretOnce } from '../../parts/SecretOnce.tsx';
import { strings } from '../../strings/index.ts';
import { NewWebhookForm } from './NewWebhookForm.tsx';

const words = strings.webhooks;

export function NewWebhookButton() {
  const [isOpen, modal] = useDisclosure(false);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const close = () => {
    modal.close();
    setMade(null);
  };
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {words.create}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title={made === null ? words.newTitle : words.madeTitle(made.name)}
        closeOnClickOutside={made === null}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        {made === null ? (
          <NewWebhookForm onMade={setMade} onClose={close} />
        ) : (
          <Stack>
            <SecretOnce secret={made.secret} label={words.secret} />
            <Group justify="flex-end">
              <Button onClick={close}>{strings.common.secretKept}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
