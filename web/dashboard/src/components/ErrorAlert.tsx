import { Alert, Button, Group, Text } from '@mantine/core';
import { isApiError } from '../api/api-error.ts';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';

/** Explains an error and what to do about it. */
export function ErrorAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, text } = textFor(error);
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

function textFor(error: unknown): { title: string; text: string } {
  if (!isApiError(error)) return strings.errors.unexpected;
  if (error.kind === 'offline') return strings.errors.offline;
  if (error.code === 'fresh_sign_in_needed') return strings.errors.fresh;
  if (error.status === 404) return { ...strings.errors.notFound, text: error.message };
  if (error.status === 403) return { ...strings.errors.forbidden, text: error.message };
  if (error.status === 429) return strings.errors.tooMany;
  if (error.status >= 500) return strings.errors.service;
  return { title: strings.errors.refused, text: error.message };
}
