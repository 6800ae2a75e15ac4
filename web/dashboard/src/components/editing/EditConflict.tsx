import { Alert, Blockquote, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import classes from './EditConflict.module.css';
import type { EditConflictState } from './use-edit-form.ts';

const text = strings.common.conflict;

/** Says that another person has changed the same object, and loads the newest values. Then it shows their values. */
export function EditConflict({ conflict }: { conflict: EditConflictState }) {
  if (conflict.isConflict) return <Message conflict={conflict} />;
  return conflict.theirs.length === 0 ? null : <Theirs values={conflict.theirs} />;
}

/** What the other person has saved, to be read or copied before it is replaced. */
function Theirs({ values }: { values: readonly unknown[] }) {
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} title={text.theirs} role="status" mb="md">
      <Text size="sm">{text.theirsHint}</Text>
      {values.map((value) => {
        const shown = typeof value === 'string' ? value : JSON.stringify(value);
        return (
          <Blockquote key={shown} mt="xs" p="xs" className={classes.text}>
            {shown === '' ? text.empty : shown}
          </Blockquote>
        );
      })}
    </Alert>
  );
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
