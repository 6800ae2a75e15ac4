import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import { OneTimeSecret } from './OneTimeSecret.tsx';

/** A button and dialog that create something with a secret, then show the secret once. */
export function CreateSecretButton<Created extends { readonly name: string }>(props: {
  text: { create: string; newTitle: string; createdTitle: (name: string) => string };
  form: (onCreated: (created: Created) => void, onClose: () => void) => ReactNode;
  secretOf: (created: Created) => string;
  secretLabel: string;
  /** Content below the secret, such as a first request. */
  below?: (created: Created) => ReactNode;
}) {
  const { text } = props;
  const [isOpen, modal] = useDisclosure(false);
  const [created, setCreated] = useState<Created | null>(null);
  const close = () => {
    modal.close();
    setCreated(null);
  };
  return (
    <>
      <Button leftSection={<Icon name="plus" />} onClick={modal.open}>
        {text.create}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="lg"
        title={created === null ? text.newTitle : text.createdTitle(created.name)}
        closeOnClickOutside={created === null}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        {created === null ? (
          props.form((next) => setCreated(() => next), close)
        ) : (
          <Stack>
            <OneTimeSecret secret={props.secretOf(created)} label={props.secretLabel} />
            {props.below?.(created)}
            <Group justify="flex-end">
              <Button onClick={close}>{strings.common.secretKept}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}
