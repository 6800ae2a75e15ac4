import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MadeApiKey } from '@parley/protocol/dashboard';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { Icon } from '../../icons/Icon.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { SecretOnce } from '../../parts/SecretOnce.tsx';
import { strings } from '../../strings/index.ts';
import { firstRequest } from './first-request.ts';
import { NewKeyForm } from './NewKeyForm.tsx';

const words = strings.keys;

export function NewKeyButton() {
  const { baseUrl } = useMe().installation;
  const [isOpen, modal] = useDisclosure(false);
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const close = () => {
    modal.close();
    setMade(null);
  };
  const example = made === null ? null : firstRequest(made, baseUrl);
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
          <NewKeyForm onMade={setMade} onClose={close} />
        ) : (
          <Stack>
            <SecretOnce secret={made.key} label={words.keyLabel} />
            {example === null ? null : (
              <>
                <Text size="sm" fw={600}>
                  {words.tryIt}
                </Text>
                <CodeBlock code={example} label="curl" />
              </>
            )}
            <Group justify="flex-end">
              <Button onClick={close}>{strings.common.secretKept}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
