import { Text } from '@mantine/core';
import type { Avatar } from '@parley/protocol/management';
import { fill, strings } from '../../../strings/index.ts';
import { usePortrait } from './use-portrait.ts';

const text = strings.avatar.portrait;

/** Says that the pictures of this avatar are being drawn. Everything else goes on meanwhile. */
export function PortraitStatus({ avatar }: { avatar: Avatar }) {
  const state = usePortrait(avatar);
  if (state.kind === 'none') return null;
  return (
    <Text size="sm" c="dimmed" mb="md" role="status">
      {state.kind === 'failed' ? text.failed : fill(text.drawing, { percent: Math.round(100 * state.share) })}
    </Text>
  );
}
