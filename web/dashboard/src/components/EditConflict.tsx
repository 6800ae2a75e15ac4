import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import type { EditConflictState } from './use-edit-form.ts';

const text = strings.common.conflict;

/** Says that somebody else has changed what a form edits, and loads the newest values. */
export function EditConflict({ conflict }: { conflict: EditConflictState }) {
  return conflict.isConflict ? <Message conflict={conflict} /> : null;
}

function Message({ conflict }: { conflict: EditConflictState }) {
  const alert = useRef<HTMLDivElement>(null);
  // The button that saves may be at the other end of a long form.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Alert ref={alert} color="yellow" icon={<Icon name="warning" />} title={text.title} role="alert" mb="md">
      <Text size="sm">{text.text}</Text>
      <Group mt="sm">
        <Button size="xs" variant="default" loading={conflict.isLoading} onClick={conflict.load}>
          {text.load}
        </Button>
      </Group>
    </Alert>
  );
}
