import { Alert, Button, Group, Text } from '@mantine/core';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';
import { errorText } from './error-text.ts';

/** Explains an error and what to do about it. */
export function ErrorAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, text } = errorText(error);
  return (
    <Alert color="red" icon={<Icon name="warning" />} title={title} role="alert">
      <Text size="sm">{text}</Text>
      {onRetry === undefined ? null : (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={onRetry}>
            {strings.common.tryAgain}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
