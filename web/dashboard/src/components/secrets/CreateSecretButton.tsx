import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import { type LabelledSecret, OneTimeSecrets } from './OneTimeSecret.tsx';

/** A button and dialog that create something with secrets, then show the secrets once. */
export function CreateSecretButton<Created extends { readonly name: string }>(props: {
  text: { create: string; newTitle: string; createdTitle: string };
  form: (onCreated: (created: Created) => void, onClose: () => void) => ReactNode;
  secretsOf: (created: Created) => readonly LabelledSecret[];
  /** Content below the secrets, such as a first request. */
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
        title={created === null ? text.newTitle : fill(text.createdTitle, { name: created.name })}
        closeOnClickOutside={created === null}
        closeButtonProps={{ 'aria-label': strings.common.close }}
      >
        {created === null ? (
          props.form((next) => setCreated(() => next), close)
        ) : (
          <Stack>
            <OneTimeSecrets secrets={props.secretsOf(created)} />
            {props.below?.(created)}
            <Group justify="flex-end">
              <Button onClick={close}>{keptLabel(props.secretsOf(created))}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}

const keptLabel = (secrets: readonly LabelledSecret[]): string =>
  secrets.length === 1 ? strings.common.oneSecret.kept : strings.common.manySecrets.kept;
