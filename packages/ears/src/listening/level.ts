const quietDb = -55;
const loudDb = -15;

/** How loud a frame is to the eye: 0 for silence, 1 for somebody who speaks up. */
export function levelOf(frame: Float32Array): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  const db = 10 * Math.log10(sum / Math.max(1, frame.length) + 1e-12);
  return Math.min(1, Math.max(0, (db - quietDb) / (loudDb - quietDb)));
}
