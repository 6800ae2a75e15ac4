import type { NetworkQuality } from '../events.ts';

const fairMs = 250;
const poorMs = 800;

export const qualityOf = (roundTripMs: number): NetworkQuality =>
  roundTripMs >= poorMs ? 'poor' : roundTripMs >= fairMs ? 'fair' : 'good';
