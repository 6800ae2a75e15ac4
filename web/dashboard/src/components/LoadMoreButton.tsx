import { Button, Group } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** Shown below a list that has more pages. */
export function LoadMoreButton({
  hasMore,
  busy,
  onMore,
}: {
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
}) {
  if (!hasMore) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={busy} onClick={onMore}>
        {strings.common.showMore}
      </Button>
    </Group>
  );
}
