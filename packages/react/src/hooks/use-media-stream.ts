import { useEffect } from 'react';
import type { ParleySlot } from '../parley-slot.ts';
import { useSlot } from './use-parley.ts';

/** Undefined leaves things as they are. A stream that cannot be followed is told by `error`. */
export function useMediaStream(slot: ParleySlot, stream: MediaStream | null | undefined): void {
  const parley = useSlot(slot);
  useEffect(() => {
    if (parley === null || stream === undefined) return;
    parley.setMediaStream(stream).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      parley.emit('error', { code: 'media_stream', message });
    });
  }, [parley, stream]);
}
