import { Alert, Stack, Text } from '@mantine/core';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { CodeBlock } from '../values/CodeBlock.tsx';

/** A label and its secret. */
export type LabelledSecret = readonly [label: string, secret: string];

/** Shows secrets that cannot be shown again. */
export function OneTimeSecrets({ secrets }: { secrets: readonly LabelledSecret[] }) {
  const { title, text } = secrets.length === 1 ? strings.common.oneSecret : strings.common.manySecrets;
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<Icon name="warning" />} title={title}>
        <Text size="sm">{text}</Text>
      </Alert>
      {secrets.map(([label, secret]) => (
        <CodeBlock key={label} wrap code={secret} label={label} />
      ))}
    </Stack>
  );
}

export function OneTimeSecret({ secret, label }: { secret: string; label: string }) {
  return <OneTimeSecrets secrets={[[label, secret]]} />;
}
