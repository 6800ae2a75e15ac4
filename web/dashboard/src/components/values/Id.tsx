import { Group } from '@mantine/core';
import { strings } from '../../strings/index.ts';
import { CopyButton } from './CopyButton.tsx';

/** An id that can be copied. */
export function Id({ id }: { id: string }) {
  return (
    <Group component="span" gap={2} wrap="nowrap" display="inline-flex">
      <span className="mono">{id}</span>
      <CopyButton small text={id} label={strings.common.copyId} />
    </Group>
  );
}
