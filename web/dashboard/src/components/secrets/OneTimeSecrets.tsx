import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { CodeBlock } from '../values/CodeBlock.tsx';

/** A label and its secret. */
export type LabelledSecret = readonly [label: string, secret: string];

/** Shows secrets that cannot be shown again, and a button that says that they are kept. */
export function OneTimeSecrets(props: {
  secrets: readonly LabelledSecret[];
  /** What to do with them, if they are not stored with other secrets. */
  advice?: string;
  /** Between the secrets and the button. */
  children?: ReactNode;
  onKept: () => void;
}) {
  const { secrets } = props;
  const { title, text, kept } = secrets.length === 1 ? strings.common.oneSecret : strings.common.manySecrets;
  const content = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => content.current?.querySelector('button')?.focus(), []);
  return (
    <Stack ref={content}>
      <Stack gap="sm">
        <Alert color="yellow" icon={<Icon name="warning" />} title={title}>
          <Text size="sm">{props.advice ?? text}</Text>
        </Alert>
        {secrets.map(([label, secret]) => (
          <CodeBlock key={label} wrap code={secret} label={label} />
        ))}
      </Stack>
      {props.children}
      <Group justify="flex-end">
        <Button onClick={props.onKept}>{kept}</Button>
      </Group>
    </Stack>
  );
}
