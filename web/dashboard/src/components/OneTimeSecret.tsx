import { Alert, Stack, Text } from '@mantine/core';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import { CodeBlock } from './CodeBlock.tsx';

/** Shows a secret that cannot be shown again. */
export function OneTimeSecret({ secret, label }: { secret: string; label: string }) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<Icon name="warning" />} title={strings.common.secretTitle}>
        <Text size="sm">{strings.common.secretText}</Text>
      </Alert>
      <CodeBlock wrap code={secret} label={label} />
    </Stack>
  );
}
