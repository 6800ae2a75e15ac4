import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { fill } from '../../strings/index.ts';
import { type LabelledSecret, OneTimeSecrets } from './OneTimeSecrets.tsx';
import { SecretDialog } from './SecretDialog.tsx';

/** What the form in the dialog gets. */
export type CreateFormProps<Created> = { onCreated: (created: Created) => void; onClose: () => void };

/** A button and dialog that create something with secrets, then show the secrets once. */
export function CreateSecretButton<Created extends { readonly name: string }>(props: {
  text: { create: string; newTitle: string; createdTitle: string };
  Form: (props: CreateFormProps<Created>) => ReactNode;
  secretsOf: (created: Created) => readonly LabelledSecret[];
  /** Content below the secrets, such as a first request. */
  Below?: (props: { created: Created }) => ReactNode;
}) {
  const { text, Form, Below } = props;
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
      <SecretDialog
        opened={isOpen}
        onClose={close}
        size="lg"
        title={created === null ? text.newTitle : fill(text.createdTitle, { name: created.name })}
        isSecretShown={created !== null}
      >
        {created === null ? (
          <Form onCreated={(next) => setCreated(() => next)} onClose={close} />
        ) : (
          <OneTimeSecrets secrets={props.secretsOf(created)} onKept={close}>
            {Below === undefined ? null : <Below created={created} />}
          </OneTimeSecrets>
        )}
      </SecretDialog>
    </>
  );
}
