import type { AvatarStatus, FaceKind } from '@parley/client/sdk';
import { useLatest } from './use-event-state.ts';

export type AvatarState = {
  readonly status: AvatarStatus;
  /** Whether its voice is being heard, or its words shown, right now. */
  readonly speaking: boolean;
  /** How much of it has been loaded, 0 to 1. */
  readonly progress: number;
  /** What of it can be seen; null before it is known. */
  readonly face: FaceKind | null;
};

export function useAvatarStatus(): AvatarState {
  const status = useLatest('avatar-status-update', 'UNLOADED' as AvatarStatus, (told) => told);
  const speaking = useLatest('avatar-speech', false, ({ active }) => active);
  const progress = useLatest('load-progress', 0, ({ percent }) => percent);
  const face = useLatest('face-update', null as FaceKind | null, (kind) => kind);
  return { status, speaking, progress, face };
}
