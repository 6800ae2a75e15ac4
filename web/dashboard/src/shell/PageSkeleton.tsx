import { Skeleton, Stack } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** A placeholder while a page loads. */
export function PageSkeleton() {
  return (
    <Stack role="status" aria-label={strings.common.loading} p="md">
      <Skeleton height={28} width="min(16rem, 60%)" />
      <Skeleton height={16} width="min(28rem, 85%)" />
      <Skeleton height={220} mt="md" radius="lg" />
    </Stack>
  );
}
