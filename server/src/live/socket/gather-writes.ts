import type { Duplex } from 'node:stream';

/**
 * Returns a function to call before a write. What is written until the current task is over then leaves in one system
 * call. A turn sends most of its frames in pairs, and the call is the dearest part of sending one.
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
