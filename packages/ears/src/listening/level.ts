const quietDb = -55;
const loudDb = -15;

/** The level of a frame for a meter: 0 is silence, 1 is loud speech. */
export function levelOf(frame: Float32Array): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  const db = 10 * Math.log10(sum / Math.max(1, frame.length) + 1e-12);
  return Math.min(1, Math.max(0, (db - quietDb) / (loudDb - quietDb)));
}
