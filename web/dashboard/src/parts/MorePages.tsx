import { Button, Group } from '@mantine/core';
import { strings } from '../strings/index.ts';

/** Under a list that goes on. */
export function MorePages({ has, busy, onMore }: { has: boolean; busy: boolean; onMore: () => void }) {
  if (!has) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={busy} onClick={onMore}>
        {strings.common.showMore}
      </Button>
    </Group>
  );
}
