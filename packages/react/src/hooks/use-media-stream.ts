import { useEffect } from 'react';
import type { ParleyStore } from '../parley-store.ts';
import { useStoredParley } from './use-parley.ts';

/** Undefined changes nothing. If the stream cannot be followed, an `error` event is raised. */
export function useMediaStream(store: ParleyStore, stream: MediaStream | null | undefined): void {
  const parley = useStoredParley(store);
  useEffect(() => {
    if (parley === null || stream === undefined) return;
    parley.setMediaStream(stream).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      parley.emit('error', { code: 'media_stream', message });
    });
  }, [parley, stream]);
}
