import { Skeleton, Stack } from '@mantine/core';
import { strings } from '../../strings/index.ts';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** A placeholder while a list loads. */
export function RowSkeleton({ count = 5, height = 44 }: { count?: number; height?: number }) {
  return (
    <Stack gap="xs" role="status" aria-label={strings.common.loading}>
      {rows.slice(0, count).map((row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  );
}
