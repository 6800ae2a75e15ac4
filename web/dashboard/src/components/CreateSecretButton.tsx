import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import { OneTimeSecret } from './OneTimeSecret.tsx';

/** A dialog that makes something with a secret, then shows the secret, which nobody can see again. */
export function CreateSecretButton<Made extends { readonly name: string }>(props: {
  words: { create: string; newTitle: string; createdTitle: (name: string) => string };
  form: (onMade: (made: Made) => void, onClose: () => void) => ReactNode;
  secretOf: (made: Made) => string;
  secretLabel: string;
  /** What to do with it first. */
  below?: (made: Made) => ReactNode;
}) {
  const { words } = props;
  const [isOpen, modal] = useDisclosure(false);
  const [made, setMade] = useState<Made | null>(null);
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
        title={made === null ? words.newTitle : words.createdTitle(made.name)}
        closeOnClickOutside={made === null}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        {made === null ? (
          props.form((next) => setMade(() => next), close)
        ) : (
          <Stack>
            <OneTimeSecret secret={props.secretOf(made)} label={props.secretLabel} />
            {props.below?.(made)}
            <Group justify="flex-end">
              <Button onClick={close}>{strings.common.secretKept}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
