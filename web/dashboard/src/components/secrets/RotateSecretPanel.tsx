import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import { ErrorAlert } from '../page/ErrorAlert.tsx';
import { Panel } from '../page/Panel.tsx';
import { OneTimeSecrets } from './OneTimeSecrets.tsx';
import { SecretDialog } from './SecretDialog.tsx';

type Rotation = {
  readonly isError: boolean;
  readonly error: Error | null;
  readonly isPending: boolean;
  reset(): void;
};

type Texts = Readonly<
  Record<'secretTitle' | 'secretLead' | 'rotate' | 'rotateQuestion' | 'rotateText' | 'rotatedTitle', string>
>;

/** A panel that replaces a secret after a confirmation, and shows the new one once. */
export function RotateSecretPanel(props: {
  text: Texts;
  label: string;
  rotation: Rotation;
  newSecret: string | undefined;
  onRotate: () => void;
  /** Between the question and its buttons. */
  options?: ReactNode;
  children?: ReactNode;
}) {
  const { text, label, rotation, newSecret } = props;
  const [isOpen, modal] = useDisclosure(false);
  const close = () => {
    modal.close();
    rotation.reset();
  };
  return (
    <Panel
      title={text.secretTitle}
      lead={text.secretLead}
      actions={
        <Button variant="default" onClick={modal.open}>
          {text.rotate}
        </Button>
      }
    >
      {props.children}
      <SecretDialog
        opened={isOpen}
        onClose={close}
        isSecretShown={newSecret !== undefined}
        title={newSecret === undefined ? text.rotateQuestion : text.rotatedTitle}
      >
        {newSecret === undefined ? (
          <Stack>
            <Text size="sm">{text.rotateText}</Text>
            {props.options}
            {rotation.isError ? <ErrorAlert error={rotation.error} /> : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {strings.common.cancel}
              </Button>
              <Button color="red" loading={rotation.isPending} onClick={props.onRotate}>
                {text.rotate}
              </Button>
            </Group>
          </Stack>
        ) : (
          <OneTimeSecrets secrets={[[label, newSecret]]} onKept={close} />
        )}
      </SecretDialog>
    </Panel>
  );
}
