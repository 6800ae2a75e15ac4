import type { AvatarStatus, FaceKind } from '@parley/client/sdk';
import { useLatestEvent } from './use-event-state.ts';

export type AvatarState = {
  readonly status: AvatarStatus;
  /** True while its voice is playing or its words are shown. */
  readonly speaking: boolean;
  /** Loading progress, 0 to 1. */
  readonly progress: number;
  /** The kind of face that is shown. Null before it is known. */
  readonly face: FaceKind | null;
};

export function useAvatarStatus(): AvatarState {
  const status = useLatestEvent('avatar-status-update', 'UNLOADED' as AvatarStatus, (payload) => payload);
  const speaking = useLatestEvent('avatar-speech', false, ({ active }) => active);
  const progress = useLatestEvent('load-progress', 0, ({ percent }) => percent);
  const face = useLatestEvent('face-update', null as FaceKind | null, (kind) => kind);
  return { status, speaking, progress, face };
}
