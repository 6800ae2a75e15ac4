import type { Emphasis } from '@parley/protocol';

/** How emphasis changes a word: factors for length, pitch and loudness. */
export const emphasisStyles: Readonly<Record<Emphasis, { duration: number; pitch: number; gain: number }>> = {
  strong: { duration: 1.18, pitch: 1.12, gain: 1.35 },
  moderate: { duration: 1.08, pitch: 1.06, gain: 1.15 },
  reduced: { duration: 0.92, pitch: 0.96, gain: 0.8 },
  none: { duration: 1, pitch: 1, gain: 1 },
};
