import { hop, sampleRate } from './frames.ts';

/** Below this pitch a sound has no voice. */
export const voicedHz = 40;
/** Harmonics above this frequency are left out. */
const highestHz = 11_000;

/**
 * The pulses of the vocal cords: the sum of all harmonics of the pitch, in closed form. `pitchHz` has one value per
 * frame; between the centres of frames it changes linearly.
 */
export function makePulses(pitchHz: Float32Array): Float64Array {
  const frames = pitchHz.length;
  const pulses = new Float64Array(frames * hop);
  let turns = 0;
  for (let at = 0; at < pulses.length; at += 1) {
    const position = Math.min(frames - 1, Math.max(0, (at + 0.5) / hop - 0.5));
    const left = Math.floor(position);
    const before = pitchHz[left] as number;
    const after = pitchHz[Math.min(frames - 1, left + 1)] as number;
    const hz = before + (after - before) * (position - left);
    turns = (turns + Math.max(hz, voicedHz) / sampleRate) % 1;
    if (hz >= voicedHz) pulses[at] = sumOfHarmonics(2 * Math.PI * turns, Math.floor(highestHz / hz));
  }
  return pulses;
}

/** cos(phase) + cos(2·phase) + … + cos(count·phase) */
function sumOfHarmonics(phase: number, count: number): number {
  const sine = Math.sin(phase / 2);
  if (Math.abs(sine) < 1e-6) return count;
  return Math.sin((count + 0.5) * phase) / (2 * sine) - 0.5;
}
