import type { Duplex } from 'node:stream';

/**
 * Returns a function to call before a write. All writes until the end of the current task then leave in one system
 * call. A turn sends most of its frames in pairs, and the call is the most expensive part of sending one.
 */
export function gatherWrites(stream: Duplex): () => void {
  let isGathering = false;
  const flush = () => {
    isGathering = false;
    stream.uncork();
  };
  return () => {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    process.nextTick(flush);
  };
}
