import { Alert, Button, Group, Text } from '@mantine/core';
import { isProblem } from '../api/problem.ts';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';

/** What went wrong, in words, and what to do about it. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, words } = wordsFor(error);
  return (
    <Alert color="red" icon={<Icon name="warning" />} title={title} role="alert">
      <Text size="sm">{words}</Text>
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

function wordsFor(error: unknown): { title: string; words: string } {
  if (!isProblem(error)) return strings.problems.unexpected;
  if (error.kind === 'offline') return strings.problems.offline;
  if (error.code === 'fresh_sign_in_needed') return strings.problems.fresh;
  if (error.status === 404) return { ...strings.problems.notFound, words: error.message };
  if (error.status === 403) return { ...strings.problems.forbidden, words: error.message };
  if (error.status === 429) return strings.problems.tooMany;
  if (error.status >= 500) return strings.problems.service;
  return { title: strings.problems.refused, words: error.message };
}
