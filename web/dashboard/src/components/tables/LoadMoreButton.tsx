import { Button, Group } from '@mantine/core';
import { strings } from '../../strings/index.ts';

/** Shown below a list of `useApiPages` that has more pages. */
export function LoadMoreButton({
  list,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  if (!list.hasNextPage) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {strings.common.showMore}
      </Button>
    </Group>
  );
}
